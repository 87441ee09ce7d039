import { type FileHandle, open } from "node:fs/promises";
import { hasErrorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { adviseHugePages } from "../native/huge-pages.ts";
import { type IndexMemory, indexMemory } from "../ranking/kernel/index-memory.ts";
import { IndexFormatError, openIndex, type RankingIndex } from "../ranking/ranking-index.ts";
import { buildIndexApart, type IndexedData } from "./build-index-apart.ts";
import type { CatalogDb } from "./catalog-db.ts";
import { generationDir, indexPath } from "./generation.ts";
import type { StoredCatalogs } from "./stored/stored-catalogs.ts";

const READ_BYTES = 8 * 1024 * 1024;

export interface IndexLoading extends IndexedData {
  readonly log: Log;
  /** The store that can have the index; none by default. */
  readonly stored?: Pick<StoredCatalogs, "fetchIndex"> | null;
  readonly signal?: AbortSignal;
}

/**
 * Loads the search index of an open generation. If the file is missing, damaged, of another format version or of another catalog, it is
 * downloaded from the store, or else a child process rebuilds it from the songs of the generation.
 */
export async function loadIndex(
  db: CatalogDb,
  { dataDir, database, log, stored = null, signal }: IndexLoading,
): Promise<RankingIndex> {
  const { number, version } = db.generation;
  const path = indexPath(generationDir(dataDir, number));
  let usable = await tryIndex(path, version);
  if (typeof usable !== "string") return usable;
  if ((await stored?.fetchIndex(number, signal ?? null)) === true) {
    usable = await tryIndex(path, version);
    if (typeof usable !== "string") return usable;
  }
  log.warn({ generation: number, reason: usable }, "rebuilding the search index from the catalog");
  await buildIndexApart({ dataDir, database }, db.generation, signal);
  return indexOf(path, version);
}

/** Reads the index of a catalog of this version. Throws as `readIndex` does, also for the index of another catalog. */
async function indexOf(path: string, version: string): Promise<RankingIndex> {
  const index = await readIndex(path);
  if (!index.isOfCatalog(version)) throw new IndexFormatError("it belongs to another catalog");
  return index;
}

/** Returns the index, or the reason why it cannot be used. */
async function tryIndex(path: string, version: string): Promise<RankingIndex | string> {
  try {
    return await indexOf(path, version);
  } catch (error) {
    if (error instanceof IndexFormatError) return error.message;
    if (hasErrorCode(error, "ENOENT")) return "the index file is missing";
    throw error;
  }
}

/** Reads an index file directly into the memory that searches use. Throws IndexFormatError or ENOENT. */
export async function readIndex(path: string): Promise<RankingIndex> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const memory = indexMemory(size);
    adviseHugePages(memory.bytes);
    await fill(memory, file);
    return openIndex(memory);
  } finally {
    await file.close();
  }
}

/** Reads in pieces, so that the server stays responsive. The index's hashes detect a file that was truncated meanwhile. */
async function fill({ bytes }: IndexMemory, file: FileHandle): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(READ_BYTES, bytes.length - at), at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
