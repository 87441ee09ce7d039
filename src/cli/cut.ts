import { CUT_ENDINGS, CUT_SECONDS, type CutEnding } from "../../schema/wire/cut.ts";
import { cutOffline } from "../app/cut-offline.ts";
import type { CutPlan } from "../audio/structure/plan-cut.ts";
import type { Command, GivenOptions } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { readChoice, UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const LENGTH = /^\d{1,3}(?:\.\d{1,2})?$/;
const OUT = /\.(?:wav|mp3)$/i;

const ENDING_WORDS: Readonly<Record<CutEnding, string>> = {
  button: "on a last hit",
  fade: "with a fade",
  natural: "as the recording does",
};

export const cut: Command = {
  name: "cut",
  summary: "write a version of a song, or of an audio file, with another length",
  positionals: [{ name: "ID", about: "the id of a song, or the path of an audio file" }],
  options: [
    {
      name: "length",
      placeholder: "SECONDS",
      about: `the length, ${CUT_SECONDS.least} to ${CUT_SECONDS.most}, with up to two decimals`,
    },
    { name: "ending", placeholder: "NAME", about: `${CUT_ENDINGS.join(", ")} (default: ${CUT_ENDINGS[0]})` },
    { name: "out", placeholder: "FILE", about: "the file to write: a WAV or an MP3" },
  ],
  notes: `Bars are joined where they are alike, and nothing is stretched. The first full version of a song counts.
With --json it prints the parts of the recording, the joins, and the fade and silence at the end.`,
  async run(invocation) {
    const { positionals, given } = invocation;
    const [id = ""] = positionals;
    const wanted = readWanted(given);
    const plan = await withData(invocation, { mayCreate: false }, (core) => cutOffline(core, id, wanted));
    if (plan === null) {
      throw new Error(`The catalog has no song with the id ${JSON.stringify(id)}, and there is no such file.`);
    }
    await printResult(invocation, { ...plan, length: wanted.seconds, file: wanted.to }, textOf(plan, wanted.to));
    return DONE;
  },
};

function readWanted(given: GivenOptions) {
  const length = given.text("length") ?? "";
  const seconds = LENGTH.test(length) ? Number(length) : Number.NaN;
  if (!(seconds >= CUT_SECONDS.least && seconds <= CUT_SECONDS.most)) {
    const expected = `${CUT_SECONDS.least} to ${CUT_SECONDS.most} seconds, such as 30 or 29.95`;
    throw new UsageError(`--length: expected ${expected}, got ${JSON.stringify(length)}.`);
  }
  const to = given.text("out") ?? "";
  if (!OUT.test(to))
    throw new UsageError(`--out: expected a file that ends with .wav or .mp3, got ${JSON.stringify(to)}.`);
  return { seconds, to, ending: readChoice(given, "ending", CUT_ENDINGS) ?? CUT_ENDINGS[0] };
}

function textOf({ parts, joins, fade, silence, ending }: CutPlan, file: string): string {
  const lines = parts.map(({ from, to }, at) => {
    const likeness = joins[at - 1]?.likeness;
    const join = at === 0 ? "" : likeness === null ? "  (unlike bars)" : `  (likeness ${likeness})`;
    return `  ${from.toFixed(2)} to ${to.toFixed(2)} s${join}`;
  });
  const end = `  ends ${ENDING_WORDS[ending]}${fade > 0 ? `, fading for ${fade.toFixed(2)} s` : ""}${silence >= 0.01 ? `, then ${silence.toFixed(2)} s of silence` : ""}`;
  return `Wrote ${file}:\n${[...lines, end].join("\n")}\n`;
}
