import type { RightsHolder } from "../../../schema/rights.ts";
import { mapInSteps, type Steps } from "../../lib/steps.ts";
import type { Cue, CueSheet, UnmatchedEvent } from "../cue-sheet.ts";
import { CUES_PER_STEP, NOT_ON_FILE, timesOf } from "./cue-fields.ts";

/**
 * Returns the cue sheet as XML: programs of broadcasters and societies (RapidCue and the like) import such lists of cues with
 * interested parties. A value that is not on file has the attribute `onFile="false"`.
 */
export function* xmlSheet(sheet: CueSheet): Steps<readonly string[]> {
  const { rate } = sheet;
  const timing = `fps="${escape(rate.name)}" dropFrame="${String(rate.isDrop)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<CueSheet version="1.0" source="Needledrop">`,
    `  <Program>`,
    element(4, "Title", sheet.title),
    `  </Program>`,
    `  <Cues ${timing} count="${sheet.cues.length}">`,
    ...(yield* mapInSteps(sheet.cues, CUES_PER_STEP, (cue) => cueLines(cue, sheet).join("\n"))),
    `  </Cues>`,
    `  <EventsWithoutSong count="${sheet.unmatched.length}">`,
    ...(yield* mapInSteps(sheet.unmatched, CUES_PER_STEP, (event) => eventLines(event, sheet).join("\n"))),
    `  </EventsWithoutSong>`,
    `</CueSheet>`,
  ].map((part) => `${part}\n`);
}

function cueLines(cue: Cue, sheet: CueSheet): readonly string[] {
  const { from, to, duration, seconds } = timesOf(cue, sheet);
  const { writers = [], publishers = [], iswc = null, masterOwner = null } = cue.rights ?? {};
  return [
    "    <Cue>",
    element(6, "SequenceNumber", String(cue.number)),
    element(6, "Title", cue.title),
    ...(cue.version === "" ? [] : [element(6, "Version", cue.version)]),
    ...(cue.artists.length === 0
      ? [element(6, "Artist", null)]
      : cue.artists.map((name) => element(6, "Artist", name))),
    element(6, "Usage", cue.usage),
    element(6, "TimeIn", from),
    element(6, "TimeOut", to),
    element(6, "Duration", duration),
    element(6, "Seconds", String(seconds)),
    element(6, "ISRC", cue.isrc),
    element(6, "ISWC", iswc),
    element(6, "MasterOwner", masterOwner),
    "      <InterestedParties>",
    ...parties("Writer", writers),
    ...parties("Publisher", publishers),
    "      </InterestedParties>",
    element(6, "SongId", cue.songId),
    element(6, "Clip", cue.clip),
    element(6, "MatchedBy", cue.matchedBy),
    ...cue.notes.map((note) => element(6, "Note", note)),
    "    </Cue>",
  ];
}

function parties(type: string, holders: readonly RightsHolder[]): readonly string[] {
  if (holders.length === 0)
    return [`        <InterestedParty type="${type}" onFile="false">${NOT_ON_FILE}</InterestedParty>`];
  return holders.flatMap(({ name, role, society, ipi, share }) => [
    `        <InterestedParty type="${type}">`,
    element(10, "Name", name),
    element(10, "Role", role),
    element(10, "Society", society),
    element(10, "IPI", ipi),
    element(10, "Share", share === null ? null : String(share)),
    "        </InterestedParty>",
  ]);
}

function eventLines(event: UnmatchedEvent, sheet: CueSheet): readonly string[] {
  const { from, to, duration } = timesOf(event, sheet);
  return [
    "    <Event>",
    element(6, "Clip", event.clip),
    element(6, "TimeIn", from),
    element(6, "TimeOut", to),
    element(6, "Duration", duration),
    ...event.candidates.map((id) => element(6, "Candidate", id)),
    "    </Event>",
  ];
}

function element(indent: number, name: string, text: string | null): string {
  const space = " ".repeat(indent);
  if (text === null || text === "") return `${space}<${name} onFile="false">${NOT_ON_FILE}</${name}>`;
  return `${space}<${name}>${escape(text)}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text, and leaves out characters that XML 1.0 does not have. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);
}
