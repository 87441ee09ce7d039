import { openOfflineSearch, type OfflineSearch } from "../app/search-offline.ts";
import { lengthOf, presentText, TEXT_LENGTH_MAX } from "../search/text-input.ts";
import type { Command, Given, Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";
import { printAnswer, printExplained } from "./print-answer.ts";
import { runBatch } from "./search-batch.ts";
import { UsageRefused, wholeNumber } from "./usage-refused.ts";
import { withData } from "./with-data.ts";

const LIMIT_MAX = 10_000;

export const search: Command = {
  name: "search",
  summary: "search the catalog from the terminal, without server and keys",
  positionals: [{ name: "TEXT", about: "what to look for, in quotes", isOptional: true }],
  options: [
    { name: "context", placeholder: "TEXT", about: "the scene or brief around it" },
    { name: "limit", placeholder: "N", about: "songs at most, 1 to 10000 (default: RESULT_LIMIT)" },
    { name: "batch", placeholder: "FILE", about: 'run many searches: lines of {"id","query","context"?}' },
    {
      name: "out",
      placeholder: "FILE",
      about: 'where --batch writes its lines {"id","ranked","ms"}; stdout when left out',
    },
    { name: "explain", about: "print what was understood, and each song's score taken apart" },
    { name: "asset", placeholder: "FILE", about: "not in this version: pictures and film come with uploads" },
  ],
  notes: `The engine and the catalog are those of the server, which may be running beside it.
With --json a row has rank, id, title, artist, score, band, reasons and verdicts.
--explain prints what was understood, and of each song what every wish gave it. With --json it is one document of
brief, catalog_version and songs, each with its audio_file and trace.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    if (given.has("asset")) {
      throw new UsageRefused(
        "--asset: this version searches by text only; pictures and film come with uploads in a later one.",
      );
    }
    const limit = wholeNumber(given, "limit", { min: 1, max: LIMIT_MAX });
    const batch = given.text("batch");
    if (batch !== undefined) {
      if (positionals.length > 0 || given.has("context")) {
        throw new UsageRefused("search: expected --batch or a text of its own, got both.");
      }
      if (given.has("explain")) throw new UsageRefused("--explain: expected a single search, got --batch.");
      return await withSearch(invocation, (offline, fallback) =>
        runBatch(invocation, offline, { path: batch, out: given.text("out") ?? null, limit: limit ?? fallback }),
      );
    }
    const texts = readTexts(positionals[0], given);
    return await withSearch(invocation, async (offline, fallback) => {
      if (given.has("explain"))
        await printExplained(invocation, offline, await offline.explained(texts, limit ?? fallback));
      else await printAnswer(invocation, offline, await offline.answer(texts, limit ?? fallback));
      return DONE;
    });
  },
};

function withSearch(
  invocation: Invocation,
  work: (offline: OfflineSearch, fallbackLimit: number) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  return withData(invocation, { mayCreate: false }, async (core) => {
    const offline = await openOfflineSearch(core);
    try {
      return await work(offline, core.config.resultLimit);
    } finally {
      offline.close();
    }
  });
}

function readTexts(text: string | undefined, given: Given): { query: string | null; context: string | null } {
  if (given.has("out")) throw new UsageRefused("--out: expected together with --batch.");
  const query = presentText(text ?? null);
  const context = presentText(given.text("context") ?? null);
  if (query === null && context === null) {
    throw new UsageRefused("search: expected a TEXT or a --context with a letter or digit in it, got nothing.");
  }
  for (const [name, value] of [
    ["TEXT", query],
    ["--context", context],
  ] as const) {
    if (value !== null && lengthOf(value) > TEXT_LENGTH_MAX) {
      throw new UsageRefused(`${name}: expected ${TEXT_LENGTH_MAX} characters at most, got ${lengthOf(value)}.`);
    }
  }
  return { query, context };
}
