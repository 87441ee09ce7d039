import type { RightsHolder } from "../../../schema/rights.ts";
import type { Cue, CueSheet } from "../cue-sheet.ts";
import { secondsOf, timecodeOf } from "../edit-lists/frame-rate.ts";

/** Stands wherever the catalog has nothing. */
export const NOT_ON_FILE = "not on file";

/** Cues, or events without a song, that are written without a pause. */
export const CUES_PER_STEP = 50;

const SECONDS_PER_MINUTE = 60;

/** Times of a cue, as text and in seconds. */
export interface CueTimes {
  readonly from: string;
  readonly to: string;
  /** Real time, rounded to milliseconds. */
  readonly seconds: number;
  /** `00:00:30`, rounded to seconds; at least one. */
  readonly duration: string;
}

export function timesOf({ start, end }: Pick<Cue, "start" | "end">, { rate }: Pick<CueSheet, "rate">): CueTimes {
  const seconds = secondsOf(end - start, rate);
  return {
    from: timecodeOf(start, rate),
    to: timecodeOf(end, rate),
    seconds: Math.round(seconds * 1_000) / 1_000,
    duration: clockOf(Math.max(1, Math.round(seconds))),
  };
}

function clockOf(seconds: number): string {
  const parts = [
    Math.floor(seconds / SECONDS_PER_MINUTE ** 2),
    Math.floor(seconds / SECONDS_PER_MINUTE) % SECONDS_PER_MINUTE,
    seconds % SECONDS_PER_MINUTE,
  ];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** A text of the catalog, or what says that it has none. */
export function onFile(text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? NOT_ON_FILE : text;
}

/** `60 %`. */
export function shareText({ share }: Pick<RightsHolder, "share">): string {
  return share === null ? NOT_ON_FILE : `${share} %`;
}

/** What of a cue a society needs and the catalog does not have. */
export function missingOf({ isrc, rights, usage }: Cue): readonly string[] {
  const { writers = [], publishers = [], iswc = null } = rights ?? {};
  const lacks = (holders: readonly RightsHolder[], has: (holder: RightsHolder) => boolean): boolean =>
    holders.length === 0 || !holders.every(has);
  return [
    ["writers", writers.length === 0],
    ["writer shares", lacks(writers, ({ share }) => share !== null)],
    ["writer societies", lacks(writers, ({ society }) => society !== "")],
    ["writer IPI numbers", lacks(writers, ({ ipi }) => ipi !== "")],
    ["publishers", publishers.length === 0],
    ["publisher shares", lacks(publishers, ({ share }) => share !== null)],
    ["ISRC", isrc === null],
    ["ISWC", iswc === null],
    ["usage", usage === null],
  ].flatMap(([name, isMissing]) => (isMissing === true ? [String(name)] : []));
}
