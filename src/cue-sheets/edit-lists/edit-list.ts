import type { FrameRate } from "./frame-rate.ts";

/** A list as an editing program exports it. */
export const LIST_FORMATS = ["cmx3600", "fcpxml", "otio"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** One use of a clip on a timeline. */
export interface EditEvent {
  /** What names the clip: its name, its file. The most telling first. */
  readonly names: readonly string[];
  /** The tape or file that the clip is from; empty if the list does not say it. */
  readonly reel: string;
  /** The id of a song that the list states as such; empty if it does not. */
  readonly songId: string;
  /** Frames from 00:00:00:00 of the timeline's timecode. */
  readonly start: number;
  readonly end: number;
  /** As the list has it: "A1", "AA/V", "lane -1"; can be empty. */
  readonly track: string;
  readonly hasSound: boolean;
  readonly hasPicture: boolean;
  /** In percent, if the list changes it; negative for reverse. */
  readonly speed: number | null;
  /** What the list says of its use, such as "BI"; empty if it does not. */
  readonly usage: string;
}

export interface EditList {
  readonly format: ListFormat;
  /** Empty if the list has none. */
  readonly title: string;
  readonly rate: FrameRate;
  readonly events: readonly EditEvent[];
  /** What was left out or read in a certain way, in full sentences. */
  readonly notes: readonly string[];
}

/** Events of one list. A feature film with all its sounds has some thousands. */
export const EVENTS_MAX = 20_000;
/** Characters of a name. */
const NAME_LENGTH_MAX = 300;

/** Why a list cannot be read. The message says what was expected, what came, and what to do. */
export class EditListFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EditListFault";
  }
}

export function tooManyEvents(): EditListFault {
  return new EditListFault(`The list has more than ${EVENTS_MAX} events. Export only the music tracks.`);
}

/** Returns names without repetitions and empty ones, cut at a bounded length. */
export function distinctNames(names: readonly (string | null | undefined)[]): readonly string[] {
  const given = names.map((name) =>
    (name ?? "")
      .slice(0, 2 * NAME_LENGTH_MAX)
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, NAME_LENGTH_MAX),
  );
  return [...new Set(given.filter((name) => name !== ""))];
}
