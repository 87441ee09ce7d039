import { nestsDeeper } from "../../lib/nests-deeper.ts";
import type { Steps } from "../../lib/steps.ts";
import { distinctNames, type EditEvent, type EditList, EditListFault, EVENTS_MAX, tooManyEvents } from "./edit-list.ts";
import { fileNameOf } from "./file-name-of.ts";
import { type FrameRate, nearestFrame, nearestRate } from "./frame-rate.ts";

const LEVELS_MAX = 200;
const ITEMS_PER_STEP = 500;

type Fields = Readonly<Record<string, unknown>>;

interface Range {
  /** Seconds. */
  readonly start: number;
  readonly duration: number;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Where an item is on the timeline, in seconds. */
interface Place {
  /** Where it begins if the window does not cut it. */
  readonly from: number;
  /** The part of the timeline on which it can be. */
  readonly window: Window;
}

/**
 * Reads the first timeline of an OpenTimelineIO file (`.otio`). The children of a track follow each other, those of a stack begin
 * together; a transition takes no time. Source: the specification of OpenTimelineIO's file format, "Timeline Structure".
 */
export function* readOtio(text: string, given: FrameRate | null): Steps<EditList> {
  const root = parse(text);
  yield;
  const timelines = timelinesIn(root);
  const [timeline] = timelines;
  if (timeline === undefined) throw new EditListFault("The file has no object with OTIO_SCHEMA Timeline.");
  const tracks = objectIn(timeline, "tracks");
  if (tracks === null) throw new EditListFault("The timeline has no tracks.");
  const start = timeIn(timeline["global_start_time"]);
  const walk = new Walk(rateOf(timeline, given));
  yield* walk.timeline(tracks, start ?? 0);
  const notes = [
    ...(walk.disabled === 0 ? [] : [`Disabled clips were left out: ${walk.disabled}.`]),
    ...(timelines.length < 2 ? [] : [`Only the first timeline was read. Further timelines: ${timelines.length - 1}.`]),
  ];
  const events = walk.events.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { format: "otio", title: textIn(timeline, "name"), rate: walk.rate, events, notes };
}

class Walk {
  readonly events: EditEvent[] = [];
  readonly rate: FrameRate;
  disabled = 0;
  #items = 0;
  /** Kept, because each level of a nested timeline asks for all below it. */
  readonly #durations = new WeakMap<Fields, number>();

  constructor(rate: FrameRate) {
    this.rate = rate;
  }

  /** The stack of a timeline, whose first frame is at `from`. Labels its tracks by kind and number. */
  *timeline(stack: Fields, from: number): Steps<void> {
    const place = innerPlace(stack, { from, window: { from, to: Number.POSITIVE_INFINITY } });
    if (place === null) return;
    for (const [at, child] of childrenOf(stack).entries()) {
      const ofTrack = textIn(child, "kind");
      yield* this.#item(child, place, ofTrack === "" ? "" : `${ofTrack} ${at + 1}`);
    }
  }

  *#item(item: Fields, place: Place, kind: string): Steps<void> {
    if (++this.#items % ITEMS_PER_STEP === 0) yield;
    if (this.#items > EVENTS_MAX * 10) throw tooManyEvents();
    if (item["enabled"] === false) {
      this.disabled++;
      return;
    }
    if (isSchema(item, "Clip")) {
      const part = overlap({ from: place.from, to: place.from + this.#durationOf(item) }, place.window);
      if (part !== null) this.#add(item, part, kind);
    }
    const inner = innerPlace(item, place);
    if (inner === null) return;
    if (isSchema(item, "Track")) yield* this.#track(item, inner, kind);
    if (isSchema(item, "Stack")) {
      for (const child of childrenOf(item)) yield* this.#item(child, inner, textIn(child, "kind") || kind);
    }
  }

  *#track(track: Fields, { from, window }: Place, kind: string): Steps<void> {
    let next = from;
    for (const child of childrenOf(track)) {
      if (isSchema(child, "Transition")) continue;
      const duration = this.#durationOf(child);
      if (overlap({ from: next, to: next + duration }, window) !== null)
        yield* this.#item(child, { from: next, window }, kind);
      else if (++this.#items % ITEMS_PER_STEP === 0) yield;
      next += duration;
    }
  }

  /** Seconds that an item takes on a track. */
  #durationOf(item: Fields): number {
    const known = this.#durations.get(item);
    if (known !== undefined) return known;
    const range = rangeIn(item["source_range"]) ?? rangeIn(mediaOf(item)["available_range"]);
    const parts = childrenOf(item).filter((child) => !isSchema(child, "Transition"));
    const duration = range?.duration ?? this.#sumOf(item, parts);
    this.#durations.set(item, duration);
    return duration;
  }

  #sumOf(item: Fields, parts: readonly Fields[]): number {
    const isStack = isSchema(item, "Stack");
    let sum = 0;
    for (const part of parts) {
      const duration = this.#durationOf(part);
      sum = isStack ? Math.max(sum, duration) : sum + duration;
    }
    return sum;
  }

  #add(clip: Fields, window: Window, kind: string): void {
    if (this.events.length >= EVENTS_MAX) throw tooManyEvents();
    const media = mediaOf(clip);
    const metadata = objectIn(clip, "metadata") ?? {};
    const isAudio = /^audio/i.test(kind);
    this.events.push({
      names: distinctNames([textIn(clip, "name"), fileNameOf(textIn(media, "target_url")), textIn(media, "name")]),
      reel: "",
      songId: distinctNames([textIn(metadata, "song_id")])[0] ?? "",
      start: nearestFrame(window.from, this.rate),
      end: nearestFrame(window.to, this.rate),
      track: kind,
      // A stack does not say what its clips are.
      hasSound: isAudio || kind === "",
      hasPicture: !isAudio,
      speed: speedOf(clip),
      usage: textIn(metadata, "usage"),
    });
  }
}

/** Returns the place of the content of a track or stack, which `source_range` trims; null if nothing of it is left. */
function innerPlace(item: Fields, { from, window }: Place): Place | null {
  const range = rangeIn(item["source_range"]);
  if (range === null) return { from, window };
  const part = overlap({ from, to: from + range.duration }, window);
  return part === null ? null : { from: from - range.start, window: part };
}

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EditListFault("The file begins like OpenTimelineIO, but is not JSON. Export it again.");
  }
  if (nestsDeeper(value, LEVELS_MAX)) throw new EditListFault(`The file nests more than ${LEVELS_MAX} levels.`);
  if (!isFields(value)) throw new EditListFault("The file is not an object of OpenTimelineIO.");
  return value;
}

function timelinesIn(root: Fields): readonly Fields[] {
  if (isSchema(root, "Timeline")) return [root];
  return isSchema(root, "SerializableCollection")
    ? childrenOf(root).filter((child) => isSchema(child, "Timeline"))
    : [];
}

/** The rate of the timeline's start, else the first rate of a clip on it. */
function rateOf(timeline: Fields, given: FrameRate | null): FrameRate {
  if (given !== null) return given;
  const own = rateIn(timeline["global_start_time"]);
  const rate = nearestRate(own ?? firstRate(timeline) ?? Number.NaN);
  if (rate === null)
    throw new EditListFault("The timeline does not say its frame rate. State it as 'fps', for example 25.");
  return rate;
}

/** Pictures come first, because sounds can be counted in samples. */
function firstRate(timeline: Fields): number | null {
  const waiting = childrenOf(objectIn(timeline, "tracks") ?? {})
    .toSorted((a, b) => Number(textIn(a, "kind") !== "Video") - Number(textIn(b, "kind") !== "Video"))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const range = next["source_range"];
    const rate = isFields(range) ? rateIn(range["duration"]) : null;
    if (rate !== null && nearestRate(rate) !== null) return rate;
    for (const child of childrenOf(next).toReversed()) waiting.push(child);
  }
  return null;
}

/** A clip has one medium, or several of which one is active. */
function mediaOf(clip: Fields): Fields {
  const several = objectIn(clip, "media_references");
  const key = textIn(clip, "active_media_reference_key") || "DEFAULT_MEDIA";
  return (several === null ? objectIn(clip, "media_reference") : objectIn(several, key)) ?? {};
}

function speedOf(clip: Fields): number | null {
  const effects = Array.isArray(clip["effects"]) ? clip["effects"].filter(isFields) : [];
  const warp = effects.find((effect) => isSchema(effect, "LinearTimeWarp"));
  const scalar = warp?.["time_scalar"];
  return typeof scalar === "number" && scalar !== 1 ? Math.round(1_000 * scalar) / 10 : null;
}

function childrenOf(item: Fields): readonly Fields[] {
  return Array.isArray(item["children"]) ? item["children"].filter(isFields) : [];
}

function rangeIn(value: unknown): Range | null {
  if (!isFields(value)) return null;
  const start = timeIn(value["start_time"]);
  const duration = timeIn(value["duration"]);
  return duration === null || duration < 0 ? null : { start: start ?? 0, duration };
}

/** Seconds of a RationalTime. */
function timeIn(value: unknown): number | null {
  const rate = rateIn(value);
  const count = isFields(value) ? value["value"] : null;
  return rate === null || typeof count !== "number" || !Number.isFinite(count) ? null : count / rate;
}

function rateIn(value: unknown): number | null {
  const rate = isFields(value) ? value["rate"] : null;
  return typeof rate === "number" && Number.isFinite(rate) && rate > 0 ? rate : null;
}

function overlap(one: Window, other: Window): Window | null {
  const window = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return window.from < window.to ? window : null;
}

/** `Clip.2` and `Clip.1` are both clips. */
function isSchema(item: Fields, name: string): boolean {
  return textIn(item, "OTIO_SCHEMA").split(".")[0] === name;
}

function objectIn(fields: Fields, name: string): Fields | null {
  const value = fields[name];
  return isFields(value) ? value : null;
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
