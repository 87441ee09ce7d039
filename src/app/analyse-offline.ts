import { existsSync } from "node:fs";
import type { Analysis } from "../../schema/wire/analysis.ts";
import { openVision } from "../analysis/open-vision.ts";
import { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import { hearApart } from "../audio/hearing/hear-apart.ts";
import { Blocklist } from "../assets/blocklist.ts";
import { blocklistPaths } from "../assets/blocklist-text.ts";
import { type Examine, examiner } from "../assets/examine.ts";
import { hashesOfFile, sniffFile } from "../assets/hash-file.ts";
import { type ProbeDeps, probeUpload } from "../assets/probe.ts";
import { Gate } from "../lib/gate.ts";
import { systemClock } from "../lib/clock.ts";
import { systemTimer } from "../lib/timer.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

const MEMORY_BYTES_MAX = 1_500_000_000;

/**
 * Analyses files on the disk as the server analyses uploads, in a child process. Throws for the first file that an upload
 * would refuse, or whose analysis fails or is blocked.
 */
export async function analyseFiles(
  { config, log }: Pick<Core, "config" | "log">,
  paths: readonly string[],
): Promise<readonly Analysis[]> {
  if (paths.length === 0) return [];
  const { dataDir } = config;
  const parts = openNativeParts(dataDir);
  return await withPool(dataDir, async (pool) => {
    const blocklist = new Blocklist(blocklistPaths(config), log);
    const describe = openVision(config, systemTimer, systemClock);
    const examine = examiner({
      pools: { picture: pool, clip: pool, film: pool },
      parts,
      hear: (source, run) => hearApart(source, parts, run),
      blocklist,
      describe,
    });
    const probing = { pictures: pool, parts, films: new Gate(1), timer: systemTimer };
    const analyses: Analysis[] = [];
    for (const path of paths) analyses.push(await analyseFile(path, probing, examine));
    checkCounts(analyses);
    return analyses;
  });
}

/** Returns the hashes to block a picture or film by, computed as the server does. Null if there is no such file. */
export async function hashFileOffline(dataDir: string, path: string): Promise<readonly string[] | null> {
  if (!existsSync(path)) return null;
  return await withPool(dataDir, (pool) => hashesOfFile(path, { pool, parts: openNativeParts(dataDir) }));
}

async function withPool<Result>(dataDir: string, work: (pool: AnalysisPool) => Promise<Result>): Promise<Result> {
  const pool = new AnalysisPool({
    dataDir,
    timer: systemTimer,
    size: 1,
    // An administrator waits for the command.
    priority: "request",
    memoryBytesMax: MEMORY_BYTES_MAX,
  });
  try {
    return await work(pool);
  } finally {
    await pool.stop();
  }
}

function checkCounts(analyses: readonly Analysis[]): void {
  const films = analyses.filter(({ kind }) => kind === "video").length;
  if (films <= VIDEOS_PER_SEARCH && analyses.length - films <= IMAGES_PER_SEARCH) return;
  throw new Error(`A search can have at most ${IMAGES_PER_SEARCH} pictures and ${VIDEOS_PER_SEARCH} film.`);
}

async function analyseFile(path: string, probing: ProbeDeps, examine: Examine): Promise<Analysis> {
  const sniffed = await sniffFile(path);
  await probeUpload(path, sniffed, probing).catch((error: unknown) => {
    throw new Error(path, { cause: error });
  });
  const asset = { mediaKind: sniffed.kind, contentType: sniffed.type, isFilmHeard: false };
  const lane = sniffed.kind === "image" ? "picture" : "film";
  const examination = await examine(asset, path, new AbortController().signal, lane);
  if (examination.status === "processed" && examination.analysis.kind !== "audio") return examination.analysis;
  throw new Error(`${path}: ${examination.status === "failed" ? examination.error : "It is on the blocklist."}`);
}
