import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Core } from "../app/core.ts";
import { hearOffline } from "../app/hear-offline.ts";
import { analyseFiles } from "../app/analyse-offline.ts";
import { openOfflineSearch, type OfflineSearch } from "../app/search-offline.ts";
import { IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import { lengthOf } from "../lib/to-normal-form.ts";
import { presentText, TEXT_LENGTH_MAX } from "../search/text-input.ts";
import type { Command, GivenOptions, Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";
import { printAnswer, printExplained } from "./print-answer.ts";
import { readLike, readWeights, WEIGHT_OPTION } from "./read-sound.ts";
import { runBatch } from "./search-batch.ts";
import { UsageError, readWholeNumber } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const LIMIT_MAX = 10_000;
const FILES_MAX = IMAGES_PER_SEARCH + VIDEOS_PER_SEARCH;

export const search: Command = {
  name: "search",
  summary: "search the catalog from the terminal, without a server or key",
  positionals: [{ name: "TEXT", about: "the brief, in quotes", isOptional: true }],
  options: [
    { name: "context", placeholder: "TEXT", about: "the context of the brief, for example the scene" },
    {
      name: "limit",
      placeholder: "N",
      about: "maximum number of songs, 1 to 10000 (default: NEEDLEDROP_RESULT_LIMIT)",
    },
    { name: "batch", placeholder: "FILE", about: 'run a search for each line of a file: {"id","query","context"?}' },
    {
      name: "out",
      placeholder: "FILE",
      about: 'where --batch writes lines of {"id","ranked","ms"} (default: stdout)',
    },
    { name: "explain", about: "print how the brief was understood and the parts of each song's score" },
    {
      name: "asset",
      placeholder: "FILE",
      about: "a picture or film to find music for; up to 10 pictures and 1 film",
      isRepeated: true,
    },
    {
      name: "like",
      placeholder: "FILE",
      about: "an audio file, a film with sound, or a song of the catalog by its id, that the songs shall sound like",
    },
    { name: "from", placeholder: "TIME", about: "where the part of the --like file begins that counts: 75 or 1:15" },
    { name: "to", placeholder: "TIME", about: "where it ends; at least 10 seconds later" },
    WEIGHT_OPTION,
  ],
  notes: `The search uses the same engine and catalog as the server. A server can be running.
With --json each row has rank, id, title, artist, score, band, reasons and verdicts.
--explain prints how the brief was understood and what each wish added to a song's score. With --json it prints one
document with brief, catalog_version and songs, each with its audio_file and trace.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    const limit = readWholeNumber(given, "limit", { min: 1, max: LIMIT_MAX });
    const batch = given.text("batch");
    if (batch !== undefined) {
      if (positionals.length > 0 || given.has("context") || given.has("asset") || given.has("like")) {
        throw new UsageError("search: expected either --batch or a single search, got both.");
      }
      if (given.has("explain")) throw new UsageError("--explain: expected a single search, got --batch.");
      return await withSearch(invocation, (offline, fallback) =>
        runBatch(invocation, offline, { path: batch, out: given.text("out") ?? null, limit: limit ?? fallback }),
      );
    }
    const like = readLike(given);
    const soundWeights = readWeights(given);
    if (like === null && given.has("weight")) throw new UsageError("--weight: can only be used with --like.");
    const texts = readTexts(positionals[0], given);
    const files = readFiles(given);
    return await withSearch(invocation, async (offline, fallback, core) => {
      const heard = like?.kind === "file" ? [await hearOffline(core.config.dataDir, like.path, like.excerpt)] : [];
      const likes = like?.kind === "song" ? [knownSong(offline, like.id)] : [];
      const inputs = { ...texts, sights: await analyseFiles(core, files), heard, likes, soundWeights };
      if (given.has("explain"))
        await printExplained(invocation, offline, await offline.explained(inputs, limit ?? fallback));
      else await printAnswer(invocation, offline, await offline.answer(inputs, limit ?? fallback));
      return DONE;
    });
  },
};

function knownSong(offline: OfflineSearch, id: string): string {
  if (offline.songs([id]).has(id)) return id;
  throw new UsageError(`--like: there is no file ${resolve(id)}, and the catalog has no song with this id.`);
}

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

/** Returns absolute paths without duplicates. The limits per kind are checked after the files were analysed. */
function readFiles(given: GivenOptions): readonly string[] {
  const paths = [...new Set(given.all("asset").map((path) => resolve(path)))];
  if (paths.length > FILES_MAX) {
    throw new UsageError(`--asset: expected at most ${FILES_MAX} files, got ${paths.length}.`);
  }
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`--asset: there is no file ${missing}.`);
  return paths;
}

function readTexts(text: string | undefined, given: GivenOptions): { query: string | null; context: string | null } {
  if (given.has("out")) throw new UsageError("--out: can only be used with --batch.");
  const query = presentText(text ?? null);
  const context = presentText(given.text("context") ?? null);
  if (query === null && context === null && !given.has("asset") && !given.has("like")) {
    throw new UsageError(
      "search: expected a TEXT, a --context with a letter or digit in it, an --asset or a --like, got nothing.",
    );
  }
  for (const [name, value] of [
    ["TEXT", query],
    ["--context", context],
  ] as const) {
    if (value !== null && lengthOf(value) > TEXT_LENGTH_MAX) {
      throw new UsageError(`${name}: expected at most ${TEXT_LENGTH_MAX} characters, got ${lengthOf(value)}.`);
    }
  }
  return { query, context };
}
