import { type FileHandle, open } from "node:fs/promises";
import { hasErrorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { type IndexMemory, indexMemory } from "../ranking/kernel/index-memory.ts";
import { IndexFormatError, openIndex, type RankingIndex } from "../ranking/ranking-index.ts";
import { buildIndexApart } from "./build-index-apart.ts";
import type { CatalogDb } from "./catalog-db.ts";
import { generationDir, indexPath } from "./generation.ts";

const PIECE_BYTES = 8 * 1024 * 1024;

/**
 * The search index of an open generation. One that is missing, damaged, or written by another version of the
 * program is built anew from the generation's songs by a process of its own, and written beside them for the next start.
 */
export async function loadIndex(dataDir: string, db: CatalogDb, log: Log, signal?: AbortSignal): Promise<RankingIndex> {
  const path = indexPath(generationDir(dataDir, db.generation.number));
  const usable = await tryIndex(path);
  if (typeof usable !== "string") return usable;
  log.warn({ generation: db.generation.number, reason: usable }, "the search index is built anew from the catalog");
  await buildIndexApart(dataDir, db.generation, signal);
  return readIndex(path);
}

/** The index, or why there is none. */
async function tryIndex(path: string): Promise<RankingIndex | string> {
  try {
    return await readIndex(path);
  } catch (error) {
    if (error instanceof IndexFormatError) return error.message;
    if (hasErrorCode(error, "ENOENT")) return "there is no index file";
    throw error;
  }
}

/** Reads an index file straight into the memory that it is searched in. Throws IndexFormatError, or ENOENT. */
export async function readIndex(path: string): Promise<RankingIndex> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const memory = indexMemory(size);
    await fill(memory, file);
    return openIndex(memory);
  } finally {
    await file.close();
  }
}

/** By pieces, so that a server goes on answering; a file that is shorter than it was is found out by its hashes. */
async function fill({ bytes }: IndexMemory, file: FileHandle): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(PIECE_BYTES, bytes.length - at), at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
