import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Type } from "@sinclair/typebox";
import type { DatabaseSettings } from "../config/database-settings.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { runOwnChild } from "../native/own-child.ts";
import type { ChildLimits } from "../native/run-child.ts";
import { type Generation, generationDir, indexPath } from "./generation.ts";

const BUILD_TIMEOUT_MS = 30 * MINUTE_MS;
const OUTPUT_BYTES_MAX = 100_000;
/** Base memory. Building takes about 1.6 kB per song of typical length on top. */
const MEMORY_BYTES_MIN = 1_000_000_000;
const MEMORY_BYTES_PER_SONG = 8_000;
/** Postings are counted with 32 bits, so an index cannot be larger. */
const FILE_BYTES_MAX = 16_000_000_000;

/** The data folder, and the database on PostgreSQL; null for that in the folder. */
export interface IndexedData {
  readonly dataDir: string;
  readonly database: DatabaseSettings | null;
}

/**
 * Builds the index of the current generation in a child process, because building takes several times the memory of the index. Throws
 * the error of the process, or the signal's reason.
 */
export async function buildIndexApart(
  { dataDir, database }: IndexedData,
  generation: Generation,
  signal?: AbortSignal,
): Promise<void> {
  const limits: ChildLimits = {
    timeoutMs: BUILD_TIMEOUT_MS,
    memoryBytesMax: MEMORY_BYTES_MIN + MEMORY_BYTES_PER_SONG * generation.songs,
    countsDataOnly: true,
    outputBytesMax: OUTPUT_BYTES_MAX,
    fileBytesMax: FILE_BYTES_MAX,
  };
  const child = {
    command: ["build-index"],
    answer: Type.Object({}),
    limits,
    priority: "background",
    failure: "The search index could not be built",
  } as const;
  try {
    await runOwnChild(child, { data: dataDir, database }, signal);
  } catch (error) {
    await removePartial(indexPath(generationDir(dataDir, generation.number)));
    throw error;
  }
}

/** Removes the partial file of a killed process (durable-file.ts). */
async function removePartial(path: string): Promise<void> {
  const isPartial = (name: string): boolean => name.startsWith(`${basename(path)}.`) && name.endsWith(".partial");
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter(isPartial)) await rm(join(dirname(path), name), { force: true });
}
