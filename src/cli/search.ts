import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Core } from "../app/core.ts";
import { analyseFiles } from "../app/analyse-offline.ts";
import { openOfflineSearch, type OfflineSearch } from "../app/search-offline.ts";
import { IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import { lengthOf, presentText, TEXT_LENGTH_MAX } from "../search/text-input.ts";
import type { Command, Given, Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";
import { printAnswer, printExplained } from "./print-answer.ts";
import { runBatch } from "./search-batch.ts";
import { UsageRefused, wholeNumber } from "./usage-refused.ts";
import { withData } from "./with-data.ts";

const LIMIT_MAX = 10_000;
const FILES_MAX = IMAGES_PER_SEARCH + VIDEOS_PER_SEARCH;

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
    {
      name: "asset",
      placeholder: "FILE",
      about: "a picture or film to find music for; up to 10 and 1",
      isRepeated: true,
    },
  ],
  notes: `The engine and the catalog are those of the server, which may be running beside it.
With --json a row has rank, id, title, artist, score, band, reasons and verdicts.
--explain prints what was understood, and of each song what every wish gave it. With --json it is one document of
brief, catalog_version and songs, each with its audio_file and trace.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    const limit = wholeNumber(given, "limit", { min: 1, max: LIMIT_MAX });
    const batch = given.text("batch");
    if (batch !== undefined) {
      if (positionals.length > 0 || given.has("context") || given.has("asset")) {
        throw new UsageRefused("search: expected --batch or a text of its own, got both.");
      }
      if (given.has("explain")) throw new UsageRefused("--explain: expected a single search, got --batch.");
      return await withSearch(invocation, (offline, fallback) =>
        runBatch(invocation, offline, { path: batch, out: given.text("out") ?? null, limit: limit ?? fallback }),
      );
    }
    const texts = readTexts(positionals[0], given);
    const files = readFiles(given);
    return await withSearch(invocation, async (offline, fallback, core) => {
      const asked = { ...texts, sights: await analyseFiles(core, files) };
      if (given.has("explain"))
        await printExplained(invocation, offline, await offline.explained(asked, limit ?? fallback));
      else await printAnswer(invocation, offline, await offline.answer(asked, limit ?? fallback));
      return DONE;
    });
  },
};

function withSearch(
  invocation: Invocation,
  work: (offline: OfflineSearch, fallbackLimit: number, core: Core) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  return withData(invocation, { mayCreate: false }, async (core) => {
    const offline = await openOfflineSearch(core);
    try {
      return await work(offline, core.config.resultLimit, core);
    } finally {
      offline.close();
    }
  });
}

/** Absolute paths, each once. How many of each kind a search may have is known only once they were looked at. */
function readFiles(given: Given): readonly string[] {
  const paths = [...new Set(given.all("asset").map((path) => resolve(path)))];
  if (paths.length > FILES_MAX) {
    throw new UsageRefused(`--asset: expected ${FILES_MAX} files at most, got ${paths.length}.`);
  }
  const absent = paths.find((path) => !existsSync(path));
  if (absent !== undefined) throw new UsageRefused(`--asset: there is no file ${absent}.`);
  return paths;
}

function readTexts(text: string | undefined, given: Given): { query: string | null; context: string | null } {
  if (given.has("out")) throw new UsageRefused("--out: expected together with --batch.");
  const query = presentText(text ?? null);
  const context = presentText(given.text("context") ?? null);
  if (query === null && context === null && !given.has("asset")) {
    throw new UsageRefused(
      "search: expected a TEXT, a --context with a letter or digit in it, or an --asset, got nothing.",
    );
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
