import { join } from "node:path";

/** The database of the vectors of songs, relative to the data folder. */
export const VECTORS_FILE = "catalog/vectors.db";

/** What to do about a damaged file. */
export const VECTORS_ADVICE = `Stop the server, remove ${VECTORS_FILE} with its -wal and -shm, and start it again: it makes the vectors again.`;

export function vectorsPath(dataDir: string): string {
  return join(dataDir, VECTORS_FILE);
}
