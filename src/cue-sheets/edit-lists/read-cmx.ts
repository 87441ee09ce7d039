import { mapInSteps, type Steps } from "../../lib/steps.ts";
import { distinctNames, type EditEvent, type EditList, EditListFault, EVENTS_MAX, tooManyEvents } from "./edit-list.ts";
import {
  HOURS_PER_DAY,
  type FrameRate,
  framesOf,
  parseTimecode,
  type Timecode,
  withDrop,
  nearestRate,
} from "./frame-rate.ts";

/** Longer lines are no part of a list. */
const LINE_LENGTH_MAX = 2_000;
const LINES_PER_STEP = 2_000;
const TIMES = 4;
/** An event that begins after the first hour and ends before the second one crosses midnight. */
const CROSSING_HOURS = [18, 6] as const;
const NOON = 12;

/** Each further track begins with a letter or a mark, so that a pattern has one way to read a text. */
const TRACK = /^(?:NONE|B|AA(?:\/V)?|V\/AA|[AV]\d{0,3}(?:[,+/-]?[AV]\d{0,3}|[,+/-]\d{1,3}){0,40})$/i;
const TRANSITION = /^(?:C|D|W\d*|K[BO]?)$/i;
/** Generators of the editing program: black, bars and the like. */
const GENERATED_REEL = /^(?:BL|BLACK|BARS|TONE)$/i;

interface OpenEvent {
  readonly number: string;
  readonly reel: string;
  readonly track: string;
  readonly start: Timecode;
  readonly end: Timecode;
  isDrop: boolean;
  names: string[];
  files: string[];
  usage: string;
  /** Frames per second of an M2 line. */
  speed: number | null;
  audioTracks: string[];
}

/**
 * Reads a CMX 3600 list, as editing programs write it: with reel names of any length, spaces and paths, without FCM, with
 * comments for the names of clips, and with M2 lines for speeds. The format does not state the frame rate. `given` is what the
 * caller says; without it, a rate is used only if the timecodes show it. Source: the description of EDLs in the manuals of Avid
 * Media Composer, Premiere Pro and DaVinci Resolve.
 */
export function* readCmx(text: string, given: FrameRate | null): Steps<EditList> {
  const events: OpenEvent[] = [];
  const notes: string[] = [];
  let title = "";
  let isDrop: boolean | null = null;
  let unread = 0;
  let lines = 0;
  for (const line of linesOf(text)) {
    if (++lines % LINES_PER_STEP === 0) yield;
    const bare = line.replaceAll(/[\t\u00A0]+/g, " ").trim();
    if (bare === "" || bare.length > LINE_LENGTH_MAX) continue;
    const event = eventOf(bare);
    if (event !== null) {
      if (events.length >= EVENTS_MAX) throw tooManyEvents();
      event.isDrop ||= isDrop === true;
      events.push(event);
      continue;
    }
    const [, name, value = ""] = /^(TITLE|FCM) ?: ?(.*)$/i.exec(bare) ?? [];
    if (name !== undefined && /^t/i.test(name)) title ||= value.replaceAll(/ +/g, " ").trim();
    else if (name !== undefined) isDrop = !/non/i.test(value) && /drop/i.test(value);
    else if (/^M2 /i.test(bare)) addSpeed(bare, events.at(-1));
    else if (/^AUD(?: |$)/i.test(bare)) events.at(-1)?.audioTracks.push(...bare.split(/ +/).slice(1));
    else if (bare.startsWith("*")) addComment(bare.slice(1).trim(), events);
    else if (/^\d/.test(bare)) unread++;
  }
  if (events.length === 0)
    throw new EditListFault("The list has no events: expected lines such as 001 AX A C 01:00:00:00 …");
  if (unread > 0) notes.push(`Lines that begin with a number, but cannot be read as events: ${unread}.`);
  const rate = rateOf(events, given);
  const framesAt = placing(events, rate);
  const ended = yield* mapInSteps(events, LINES_PER_STEP, (event) => closed(event, rate, framesAt));
  return { format: "cmx3600", title, rate, events: ended, notes };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Reads an event from its end, because only reels can have spaces. */
function eventOf(line: string): OpenEvent | null {
  const tokens = line.split(/ +/);
  const [number = ""] = tokens;
  if (!/^\d{1,8}$/.test(number) || tokens.length < TIMES + 3) return null;
  const times = tokens.slice(-TIMES).map(parseTimecode);
  const [, , start, end] = times;
  if (times.some((time) => time === null) || start === null || start === undefined || end === null || end === undefined)
    return null;
  let at = tokens.length - TIMES - 1;
  // The length of a transition.
  if (/^\d{1,4}$/.test(tokens[at] ?? "") && at > 3) at--;
  // A key or a wipe can have a further word: "K B".
  if (/^[BO]$/i.test(tokens[at] ?? "") && /^K$/i.test(tokens[at - 1] ?? "")) at--;
  const track = tokens[at - 1] ?? "";
  if (!TRANSITION.test(tokens[at] ?? "") || !TRACK.test(track)) return null;
  return {
    number,
    reel: tokens.slice(1, at - 1).join(" "),
    track: track.toUpperCase(),
    start,
    end,
    isDrop: start.isDrop || end.isDrop,
    names: [],
    files: [],
    usage: "",
    speed: null,
    audioTracks: [],
  };
}

/** `M2 REEL 050.0 00:00:00:00`: frames per second at which the clip runs. */
function addSpeed(line: string, event: OpenEvent | undefined): void {
  const [, speed] = /(-?\d{1,4}(?:\.\d{1,3})?) +\d{1,2}[:;.,]\d{2}[:;.,]\d{2}[:;.,]\d{2,3}$/.exec(line) ?? [];
  if (event !== undefined && speed !== undefined) event.speed = Number(speed);
}

/** Comments follow the lines of their event. A transition has two lines: FROM names the first, TO the second. */
function addComment(comment: string, events: readonly OpenEvent[]): void {
  const last = events.at(-1);
  if (last === undefined) return;
  const [, key = "", value = ""] = /^([A-Z][A-Z ]{0,30}?) ?(?::| IS ) ?(.*)$/i.exec(comment) ?? [];
  const before = events.at(-2);
  const first = before !== undefined && before.number === last.number && isShort(before) ? before : last;
  switch (key.toUpperCase()) {
    case "FROM CLIP NAME":
    case "CLIP NAME":
      first.names.push(value);
      return;
    case "TO CLIP NAME":
      last.names.push(value);
      return;
    case "FROM CLIP":
    case "SOURCE FILE":
    case "SOURCE FILE NAME":
    case "SOURCE FILE PATH":
    case "UNC":
    case "AUDIO FILE":
    case "FILE":
      last.files.push(value);
      return;
    case "USAGE":
      last.usage = value;
      return;
    default:
  }
}

/** Whether an event takes no time: the first line of a transition. */
function isShort({ start, end }: OpenEvent): boolean {
  return JSON.stringify(start) === JSON.stringify(end);
}

/** Returns how times become frames. If an event crosses midnight, times in the morning are on the next day. */
function placing(events: readonly OpenEvent[], rate: FrameRate): (time: Timecode) => number {
  const [late, early] = CROSSING_HOURS;
  const isCrossed = events.some(({ start, end }) => start.hours >= late && end.hours < early);
  const day = framesOf({ hours: HOURS_PER_DAY, minutes: 0, seconds: 0, frames: 0, isDrop: rate.isDrop }, rate);
  return (time) => framesOf(time, rate) + (isCrossed && time.hours < NOON ? day : 0);
}

function closed(event: OpenEvent, rate: FrameRate, framesAt: (time: Timecode) => number): EditEvent {
  const { reel, names, files, audioTracks, track, speed, usage } = event;
  const isGenerated = GENERATED_REEL.test(reel);
  const isAux = /^(?:AX|AX\d*|AUX|TMP|UNKNOWN)$/i.test(reel);
  return {
    names: distinctNames([...names, ...files]),
    reel: isAux || isGenerated ? "" : (distinctNames([reel])[0] ?? ""),
    songId: "",
    start: framesAt(event.start),
    end: framesAt(event.end),
    track: [track, ...audioTracks.map((one) => `A${one}`)].join(" "),
    hasSound: !isGenerated && (/A|^B$/.test(track) || audioTracks.length > 0),
    hasPicture: /V|^B$/.test(track),
    speed: speed === null ? null : Math.round((1_000 * speed) / rate.nominal) / 10,
    usage,
  };
}

/** Returns the rate that the caller gave, or that the timecodes show. Throws EditListFault if there is neither. */
function rateOf(events: readonly OpenEvent[], given: FrameRate | null): FrameRate {
  const isDrop = events.some((event) => event.isDrop);
  const highest = Math.max(...events.flatMap(({ start, end }) => [start.frames, end.frames]));
  const shown = isDrop ? (highest >= 30 ? 59.94 : 29.97) : highest >= 50 ? 60 : null;
  const rate = given ?? (shown === null ? null : nearestRate(shown));
  if (rate === null) {
    throw new EditListFault(
      "The list does not say its frame rate, as no CMX 3600 list does. State it as 'fps': 25, 23.976, 29.97df and so on.",
    );
  }
  if (highest >= rate.nominal) {
    throw new EditListFault(
      `The list has a frame number ${highest}, which ${rate.name} frames per second do not have.`,
    );
  }
  const counted = isDrop ? withDrop(rate, true) : rate;
  if (counted === null) {
    throw new EditListFault(
      `The list counts in drop-frame timecode, which ${rate.name} frames per second do not have.`,
    );
  }
  return counted;
}
