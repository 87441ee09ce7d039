import type { StructureDocument } from "../../schema/wire/structure.ts";
import { findStructureOffline } from "../app/find-structure-offline.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { renderTable } from "./table.ts";
import { withData } from "./with-data.ts";

const PERCENT = 100;
const ENDING_WORDS: Readonly<Record<NonNullable<StructureDocument["ending"]>, string>> = {
  hard: "stops at full level",
  fade: "fades out",
  button: "a short last hit",
  ring_out: "rings out",
};

export const structure: Command = {
  name: "structure",
  summary: "find the beats, bars, sections and ending of a song or an audio file",
  positionals: [{ name: "ID", about: "the id of a song, or the path of an audio file" }],
  options: [],
  notes: `The first full version of a song counts. A server can be running.
With --json it prints what \`GET /v1/songs/ID/structure\` answers.`,
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const found = await withData(invocation, { mayCreate: false }, (core) => findStructureOffline(core, id));
    if (found === null) {
      throw new Error(`The catalog has no song with the id ${JSON.stringify(id)}, and there is no such file.`);
    }
    await printResult(invocation, found, textOf(found, invocation.io.out.columns));
    return DONE;
  },
};

function textOf(found: StructureDocument, columns: number): string {
  const { pulse, duration, downbeats, ending, sections, loops } = found;
  const facts = [
    ["length", timeOf(duration)],
    [
      "pulse",
      pulse === null
        ? "not sure"
        : `${pulse.bpm} bpm, ${pulse.beats_per_bar} beats a bar, ${downbeats.length} bars (confidence ${pulse.confidence})`,
    ],
    ["ending", ending === null ? "not known" : `${ENDING_WORDS[ending]}, at ${timeOf(found.ends_at)}`],
    ...loops.slice(0, 1).map(({ from, to }) => ["loop", `${timeOf(from)} to ${timeOf(to)}`]),
  ];
  const rows = sections.map(({ from, to, label, energy }) => [
    label,
    `${timeOf(from)} to ${timeOf(to)}`,
    `energy ${Math.round(PERCENT * energy)} %`,
  ]);
  return `${renderTable(facts, { columns })}${renderTable(rows, { indent: "  ", columns })}`;
}

/** `1:02.35` */
function timeOf(seconds: number): string {
  const hundredths = Math.round(PERCENT * seconds);
  const minutes = Math.floor(hundredths / (60 * PERCENT));
  return `${minutes}:${((hundredths % (60 * PERCENT)) / PERCENT).toFixed(2).padStart(5, "0")}`;
}
