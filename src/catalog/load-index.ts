import { stat } from "node:fs/promises";
import type { Log } from "../lib/log.ts";
import { IndexFormatError, openIndex, type RankingIndex } from "../ranking/ranking-index.ts";
import { buildIndex } from "./build-index.ts";
import type { CatalogDb } from "./catalog-db.ts";
import { generationDir, indexPath } from "./generation.ts";

/**
 * The search index of an open generation. One that is missing, damaged, or written by another version of the
 * program is built anew from the generation's songs and written beside them, for the next start to find.
 */
export async function loadIndex(dataDir: string, db: CatalogDb, log: Log, signal?: AbortSignal): Promise<RankingIndex> {
  const path = indexPath(generationDir(dataDir, db.generation.number));
  const usable = await readIndex(path);
  if (typeof usable !== "string") return usable;
  log.warn({ generation: db.generation.number, reason: usable }, "the search index is built anew from the catalog");
  await buildIndex(path, db.documents(), signal === undefined ? {} : { signal });
  return openIndex(await Bun.file(path).arrayBuffer());
}

/** The index, or why there is none. */
async function readIndex(path: string): Promise<RankingIndex | string> {
  const found = await stat(path).catch(() => null);
  if (found === null) return "there is no index file";
  try {
    return openIndex(await Bun.file(path).arrayBuffer());
  } catch (error) {
    if (error instanceof IndexFormatError) return error.message;
    throw error;
  }
}
