import type { RightsHolder } from "../../../schema/rights.ts";
import { csvLine } from "../../lib/csv.ts";
import { mapInSteps, type Steps } from "../../lib/steps.ts";
import type { Cue, CueSheet, UnmatchedEvent } from "../cue-sheet.ts";
import { CUES_PER_STEP, NOT_ON_FILE, onFile, shareText, timesOf } from "./cue-fields.ts";

const HEADER = [
  "cue",
  "title",
  "artists",
  "usage",
  "in",
  "out",
  "duration",
  "seconds",
  "writers",
  "writer_roles",
  "writer_societies",
  "writer_ipis",
  "writer_shares",
  "publishers",
  "publisher_societies",
  "publisher_ipis",
  "publisher_shares",
  "isrc",
  "iswc",
  "master_owner",
  "song_id",
  "clip",
  "matched_by",
  "notes",
] as const;

/** Returns one row per cue, and then one per event without a song, whose cue is "no song". Several holders are separated by semicolons. */
export function* csvSheet(sheet: CueSheet): Steps<readonly string[]> {
  return [
    csvLine(HEADER),
    ...(yield* mapInSteps(sheet.cues, CUES_PER_STEP, (cue) => csvLine(rowOf(cue, sheet)))),
    ...(yield* mapInSteps(sheet.unmatched, CUES_PER_STEP, (event) => csvLine(unmatchedRow(event, sheet)))),
  ];
}

function rowOf(cue: Cue, sheet: CueSheet): readonly (string | number)[] {
  const { from, to, duration, seconds } = timesOf(cue, sheet);
  const { writers = [], publishers = [], iswc, masterOwner } = cue.rights ?? {};
  return [
    cue.number,
    cue.version === "" ? cue.title : `${cue.title} (${cue.version})`,
    onFile(cue.artists.join(", ")),
    onFile(cue.usage),
    from,
    to,
    duration,
    seconds,
    list(writers, ({ name }) => name),
    list(writers, ({ role }) => onFile(role)),
    list(writers, ({ society }) => onFile(society)),
    list(writers, ({ ipi }) => onFile(ipi)),
    list(writers, shareText),
    list(publishers, ({ name }) => name),
    list(publishers, ({ society }) => onFile(society)),
    list(publishers, ({ ipi }) => onFile(ipi)),
    list(publishers, shareText),
    onFile(cue.isrc),
    onFile(iswc),
    onFile(masterOwner),
    cue.songId,
    cue.clip,
    cue.matchedBy,
    cue.notes.join("; "),
  ];
}

function list(holders: readonly RightsHolder[], text: (holder: RightsHolder) => string): string {
  return holders.length === 0 ? NOT_ON_FILE : holders.map(text).join("; ");
}

function unmatchedRow(event: UnmatchedEvent, sheet: CueSheet): readonly (string | number)[] {
  const { from, to, duration, seconds } = timesOf(event, sheet);
  const note =
    event.candidates.length === 0
      ? "no song of the catalog has this name"
      : `several songs have this name: ${event.candidates.join(", ")}`;
  const row = new Map<string, string | number>([
    ["cue", "no song"],
    ["in", from],
    ["out", to],
    ["duration", duration],
    ["seconds", seconds],
    ["clip", event.clip],
    ["notes", note],
  ]);
  return HEADER.map((column) => row.get(column) ?? "");
}
