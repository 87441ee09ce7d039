import type { Steps } from "../../lib/steps.ts";
import { distinctNames, type EditEvent, type EditList, EditListFault, EVENTS_MAX, tooManyEvents } from "./edit-list.ts";
import { fileNameOf } from "./file-name-of.ts";
import { type FrameRate, nearestFrame, nearestRate, withDrop } from "./frame-rate.ts";
import { secondsIn } from "./seconds-in.ts";
import { childrenNamed, type XmlElement, xmlTree } from "./xml-tree.ts";

/** Compound clips in compound clips. */
const NESTED_MAX = 12;
const ITEMS_PER_STEP = 500;
/** Items that are visited, also those without sound. Compound clips can be used many times. */
const ITEMS_MAX = 200_000;

interface Medium {
  readonly names: readonly string[];
  readonly hasSound: boolean;
  readonly hasPicture: boolean;
}

interface Asset extends Medium {
  /** Seconds. */
  readonly start: number;
  readonly duration: number;
}

const SOUND: Medium = { names: [], hasSound: true, hasPicture: false };
const PICTURE: Medium = { names: [], hasSound: false, hasPicture: true };
/** A multicam clip, or a compound clip whose content the file does not have. */
const FILM: Medium = { names: [], hasSound: true, hasPicture: true };

/** A stretch of the timeline, in seconds of its timecode. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the first project of a Final Cut Pro XML file (FCPXML). Times are rational numbers of seconds. Clips can be connected to
 * others (`lane`), in storylines, in compound clips (`ref-clip`), and in synchronised ones; each gets its place on the timeline.
 * Source: Apple's FCPXML reference, "Story Elements" and "Timing Attributes".
 */
export function* readFcpxml(text: string, given: FrameRate | null): Steps<EditList> {
  const root = yield* xmlTree(text);
  if (root.name !== "fcpxml") {
    const hint =
      root.name === "xmeml" ? " This is XML of Final Cut Pro 7; export FCPXML, an EDL or OpenTimelineIO." : "";
    throw new EditListFault(`Expected the element fcpxml, got ${root.name.slice(0, 60)}.${hint}`);
  }
  const projects = found(root, "project");
  const [project] = projects;
  const sequence = project === undefined ? undefined : childrenNamed(project, "sequence")[0];
  if (project === undefined || sequence === undefined)
    throw new EditListFault("The file has no project with a sequence.");
  const walk = new Walk(root, rateOf(root, sequence, given));
  const start = secondsIn(sequence.attributes["tcStart"]) ?? 0;
  for (const spine of childrenNamed(sequence, "spine")) {
    yield* walk.spine(
      spine,
      { at: 0, window: { from: start, to: Number.POSITIVE_INFINITY }, depth: 0, lane: "" },
      start,
    );
  }
  const others = projects.length - 1;
  const notes = [
    ...walk.notes(),
    ...(others === 0 ? [] : [`Only the first project was read. Further projects: ${others}.`]),
  ];
  const events = walk.events.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { format: "fcpxml", title: project.attributes["name"] ?? "", rate: walk.rate, events, notes };
}

/** Where an item is: `at` is the time of the timeline at which its parent's time is 0. */
interface Place {
  readonly at: number;
  readonly window: Window;
  readonly depth: number;
  readonly lane: string;
}

class Walk {
  readonly events: EditEvent[] = [];
  readonly rate: FrameRate;
  readonly #assets = new Map<string, Asset>();
  readonly #media = new Map<string, XmlElement>();
  #disabled = 0;
  #tooDeep = 0;
  #items = 0;

  constructor(root: XmlElement, rate: FrameRate) {
    this.rate = rate;
    for (const resources of childrenNamed(root, "resources")) {
      for (const asset of childrenNamed(resources, "asset"))
        this.#assets.set(asset.attributes["id"] ?? "", assetOf(asset));
      for (const media of childrenNamed(resources, "media")) this.#media.set(media.attributes["id"] ?? "", media);
    }
  }

  notes(): readonly string[] {
    return [
      ...(this.#disabled === 0 ? [] : [`Disabled clips were left out: ${this.#disabled}.`]),
      ...(this.#tooDeep === 0
        ? []
        : [`Clips that are nested too deeply in compound clips were left out: ${this.#tooDeep}.`]),
    ];
  }

  /** Items of a spine follow each other; each also says its offset in the time of the spine's parent. */
  *spine(spine: XmlElement, place: Place, start = 0): Steps<void> {
    let next = start;
    for (const item of spine.children) {
      const offset = secondsIn(item.attributes["offset"]) ?? next;
      if (item.name !== "transition") next = offset + this.#durationOf(item);
      yield* this.#item(item, offset, place);
    }
  }

  *#item(item: XmlElement, offset: number, place: Place): Steps<void> {
    if (++this.#items > ITEMS_MAX) throw tooManyEvents();
    if (this.#items % ITEMS_PER_STEP === 0) yield;
    const isDisabled = item.attributes["enabled"] === "0";
    if (isDisabled) this.#disabled++;
    const lane = item.attributes["lane"] ?? place.lane;
    if (isDisabled && (item.name === "spine" || item.name === "audition")) return;
    if (item.name === "spine") {
      yield* this.spine(item, { ...place, at: place.at + offset, lane });
      return;
    }
    if (item.name === "audition") {
      // The first alternative is the one in use.
      const [active] = item.children;
      if (active !== undefined) yield* this.#item(active, offset, { ...place, lane });
      return;
    }
    const from = place.at + offset;
    const window = overlap({ from, to: from + this.#durationOf(item) }, place.window);
    const at = from - this.#startOf(item);
    if (window !== null && !isDisabled) yield* this.#content(item, at, { ...place, window, lane });
    // Connected clips are not limited to the item that they are connected to, and stay when it is disabled.
    for (const child of item.children) {
      const childOffset = secondsIn(child.attributes["offset"]);
      if (child.attributes["lane"] !== undefined && childOffset !== null)
        yield* this.#item(child, childOffset, { ...place, at });
    }
  }

  /** `at` is the time of the timeline at which the item's own time is 0. */
  *#content(item: XmlElement, at: number, place: Place): Steps<void> {
    const { window, depth, lane } = place;
    switch (item.name) {
      case "asset-clip":
        this.#add(item, this.#assetOf(item) ?? SOUND, window, lane);
        break;
      case "audio":
        this.#add(item, { ...SOUND, names: this.#namesOf(item) }, window, lane);
        break;
      case "video":
        this.#add(item, { ...PICTURE, names: this.#namesOf(item) }, window, lane);
        break;
      case "clip":
        this.#addClip(item, window, lane);
        break;
      case "mc-clip":
        this.#add(item, FILM, window, lane);
        break;
      case "ref-clip":
        yield* this.#compound(item, { at, window, depth: depth + 1, lane });
        break;
      case "sync-clip":
        for (const child of item.children) {
          if (child.attributes["lane"] === undefined && child.attributes["offset"] !== undefined)
            yield* this.#item(child, secondsIn(child.attributes["offset"]) ?? 0, { ...place, at });
          else if (child.name === "spine" && child.attributes["lane"] === undefined)
            yield* this.spine(child, { ...place, at });
        }
        break;
      default:
    }
  }

  *#compound(item: XmlElement, place: Place): Steps<void> {
    const media = this.#media.get(item.attributes["ref"] ?? "");
    const sequence = media === undefined ? undefined : childrenNamed(media, "sequence")[0];
    if (place.depth > NESTED_MAX) this.#tooDeep++;
    else if (sequence === undefined) this.#add(item, FILM, place.window, place.lane);
    else for (const spine of childrenNamed(sequence, "spine")) yield* this.spine(spine, place);
  }

  /** A clip without lanes has its media inside. */
  #addClip(item: XmlElement, window: Window, lane: string): void {
    const media = item.children.filter(isMedium);
    const inner = [...media, ...media.flatMap(({ children }) => children.filter(isMedium))];
    const assets = inner.flatMap((medium) => this.#assetOf(medium) ?? []);
    this.#add(
      item,
      {
        names: assets.flatMap(({ names }) => names),
        hasSound: inner.some(({ name }) => name === "audio") || assets.some(({ hasSound }) => hasSound),
        hasPicture: inner.some(({ name }) => name === "video"),
      },
      window,
      lane,
    );
  }

  #add(item: XmlElement, medium: Medium, window: Window, lane: string): void {
    const { name, srcEnable } = item.attributes;
    if (this.events.length >= EVENTS_MAX) throw tooManyEvents();
    this.events.push({
      names: distinctNames([name, ...medium.names]),
      reel: "",
      songId: "",
      start: nearestFrame(window.from, this.rate),
      end: nearestFrame(window.to, this.rate),
      track: lane === "" ? "" : `lane ${lane}`,
      hasSound: srcEnable !== "video" && medium.hasSound,
      hasPicture: srcEnable !== "audio" && medium.hasPicture,
      speed: speedOf(item),
      usage: "",
    });
  }

  #durationOf(item: XmlElement): number {
    return secondsIn(item.attributes["duration"]) ?? this.#assetOf(item)?.duration ?? 0;
  }

  #startOf(item: XmlElement): number {
    return secondsIn(item.attributes["start"]) ?? this.#assetOf(item)?.start ?? 0;
  }

  #namesOf(item: XmlElement): readonly string[] {
    return this.#assetOf(item)?.names ?? [];
  }

  /** Null for the medium of a generator, which is an effect. */
  #assetOf({ attributes }: XmlElement): Asset | null {
    return this.#assets.get(attributes["ref"] ?? "") ?? null;
  }
}

/** Whether an element inside a clip is its medium, and not a clip that is connected to it. */
function isMedium({ name, attributes }: XmlElement): boolean {
  return (name === "audio" || name === "video") && attributes["lane"] === undefined;
}

function assetOf(asset: XmlElement): Asset {
  const { name, src, hasAudio, hasVideo, start, duration } = asset.attributes;
  const files = [src, ...childrenNamed(asset, "media-rep").map(({ attributes }) => attributes["src"])];
  return {
    names: distinctNames([name, ...files.map((file) => fileNameOf(file ?? ""))]),
    hasSound: hasAudio === "1",
    hasPicture: hasVideo === "1",
    start: secondsIn(start) ?? 0,
    duration: secondsIn(duration) ?? 0,
  };
}

/** Percent, from the first and the last point of a time map. */
function speedOf(item: XmlElement): number | null {
  const points = childrenNamed(item, "timeMap").flatMap((map) => childrenNamed(map, "timept"));
  const [first, last] = [points[0]?.attributes, points.at(-1)?.attributes];
  const time = (secondsIn(last?.["time"]) ?? 0) - (secondsIn(first?.["time"]) ?? 0);
  const value = (secondsIn(last?.["value"]) ?? 0) - (secondsIn(first?.["value"]) ?? 0);
  return time === 0 ? null : Math.round((1_000 * value) / time) / 10;
}

function overlap(one: Window, other: Window): Window | null {
  const window = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return window.from < window.to ? window : null;
}

function rateOf(root: XmlElement, sequence: XmlElement, given: FrameRate | null): FrameRate {
  const id = sequence.attributes["format"];
  const format = childrenNamed(root, "resources")
    .flatMap((resources) => childrenNamed(resources, "format"))
    .find(({ attributes }) => attributes["id"] === id);
  const frame = secondsIn(format?.attributes["frameDuration"]);
  const rate = given ?? (frame === null || frame <= 0 ? null : nearestRate(1 / frame));
  if (rate === null)
    throw new EditListFault("The sequence does not say its frame rate. State it as 'fps', for example 25.");
  return withDrop(rate, sequence.attributes["tcFormat"] === "DF" || rate.isDrop) ?? rate;
}

/** Returns all elements of a name below an element. */
function found(element: XmlElement, name: string): readonly XmlElement[] {
  const all: XmlElement[] = [];
  const waiting = element.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === name) all.push(next);
    else for (const child of next.children.toReversed()) waiting.push(child);
  }
  return all;
}
