import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Type } from "@sinclair/typebox";
import { MINUTE_MS } from "../lib/clock.ts";
import { askOwnChild } from "../native/own-child.ts";
import type { ChildLimits } from "../native/run-child.ts";
import { type Generation, generationDir, indexPath } from "./generation.ts";

/** What `reindex --json` prints, as far as it counts here. */
const Indexed = Type.Object({ generation: Type.Integer() });
const BUILD_WITHIN_MS = 30 * MINUTE_MS;
const OUTPUT_BYTES_MAX = 100_000;
/** A builder holds about 1.6 kB for a song of usual length. */
const MEMORY_BYTES_MIN = 1_000_000_000;
const MEMORY_BYTES_PER_SONG = 8_000;
/** Postings are counted by 32 bits: no index is larger. */
const FILE_BYTES_MAX = 16_000_000_000;

/**
 * Builds the current generation's index in a process that ends (`needledrop reindex`), so that a server never holds
 * what building takes: several times the index. Throws what the process complained of, or the signal's reason.
 */
export async function buildIndexApart(dataDir: string, generation: Generation, signal?: AbortSignal): Promise<void> {
  const limits: ChildLimits = {
    timeoutMs: BUILD_WITHIN_MS,
    memoryBytesMax: MEMORY_BYTES_MIN + MEMORY_BYTES_PER_SONG * generation.songs,
    countsDataOnly: true,
    outputBytesMax: OUTPUT_BYTES_MAX,
    fileBytesMax: FILE_BYTES_MAX,
  };
  const command = ["reindex", "--data", dataDir, "--json"] as const;
  const child = {
    command,
    answer: Indexed,
    limits,
    priority: "background",
    failure: "The search index could not be built",
  } as const;
  try {
    await askOwnChild(child, null, signal);
  } catch (error) {
    await removePartial(indexPath(generationDir(dataDir, generation.number)));
    throw error;
  }
}

/** A process that was killed leaves what it had written so far (durable-file.ts). */
async function removePartial(path: string): Promise<void> {
  const isPartial = (name: string): boolean => name.startsWith(`${basename(path)}.`) && name.endsWith(".partial");
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter(isPartial)) await rm(join(dirname(path), name), { force: true });
}
