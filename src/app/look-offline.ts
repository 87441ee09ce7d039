import type { Analysis } from "../../schema/wire/analysis.ts";
import { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import { Blocklist } from "../assets/blocklist.ts";
import { blocklistPaths } from "../assets/blocklist-text.ts";
import { type Examine, examiner } from "../assets/examine.ts";
import { sniffFile } from "../assets/hash-file.ts";
import { type ProbeDeps, probeUpload } from "../assets/probe.ts";
import { systemTimer } from "../lib/timer.ts";
import { Gate } from "../lib/gate.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";
import { openVision } from "../analysis/open-vision.ts";

const MEMORY_BYTES_MAX = 1_500_000_000;

/**
 * What is seen in files on the disk, looked at as the server looks at uploads, in a process apart. Throws for the first one
 * that an upload would be refused for, or would end as failed or blocked.
 */
export async function lookAtFiles(
  { config, log }: Pick<Core, "config" | "log">,
  paths: readonly string[],
): Promise<readonly Analysis[]> {
  if (paths.length === 0) return [];
  const { dataDir } = config;
  const parts = openNativeParts(dataDir);
  const pool = new AnalysisPool({
    dataDir,
    timer: systemTimer,
    size: 1,
    priority: "background",
    memoryBytesMax: MEMORY_BYTES_MAX,
  });
  const blocklist = new Blocklist(blocklistPaths(config), log);
  const examine = examiner({
    pictures: pool,
    films: pool,
    parts,
    blocklist,
    describe: openVision(config, systemTimer),
  });
  try {
    const sights: Analysis[] = [];
    const probing = { pictures: pool, parts, films: new Gate(1), timer: systemTimer };
    for (const path of paths) sights.push(await lookAt(path, probing, examine));
    checkCounts(sights);
    return sights;
  } finally {
    await pool.stop();
  }
}

function checkCounts(sights: readonly Analysis[]): void {
  const films = sights.filter((sight) => sight.kind === "video").length;
  if (films <= VIDEOS_PER_SEARCH && sights.length - films <= IMAGES_PER_SEARCH) return;
  throw new Error(`A search takes ${IMAGES_PER_SEARCH} pictures and ${VIDEOS_PER_SEARCH} film at most.`);
}

async function lookAt(path: string, probing: ProbeDeps, examine: Examine): Promise<Analysis> {
  const sniffed = await sniffFile(path);
  await probeUpload(path, sniffed, probing).catch((error: unknown) => {
    throw new Error(path, { cause: error });
  });
  const looked = { mediaKind: sniffed.kind, contentType: sniffed.type };
  const examination = await examine(looked, path, new AbortController().signal);
  if (examination.status === "processed") return examination.analysis;
  throw new Error(`${path}: ${examination.status === "failed" ? examination.error : "It is on the blocklist."}`);
}
