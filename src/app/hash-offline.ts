import { existsSync } from "node:fs";
import { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { hashesOfFile } from "../assets/hash-file.ts";
import { systemTimer } from "../lib/timer.ts";
import { openNativeParts } from "../native/native-parts.ts";

const MEMORY_BYTES_MAX = 1_500_000_000;

/** The hashes to block a picture or film by, made in a process apart as the server makes them. Null when there is no such file. */
export async function hashFileOffline(dataDir: string, path: string): Promise<readonly string[] | null> {
  if (!existsSync(path)) return null;
  const pool = new AnalysisPool({
    dataDir,
    timer: systemTimer,
    size: 1,
    priority: "background",
    memoryBytesMax: MEMORY_BYTES_MAX,
  });
  try {
    return await hashesOfFile(path, { pool, parts: openNativeParts(dataDir) });
  } finally {
    await pool.stop();
  }
}
