import { open } from "node:fs/promises";
import { IndexBuilder } from "../../../src/ranking/index-builder.ts";
import { readLexicon, syntheticSongs } from "./catalog.ts";

const KIB = 1_024;

export interface Built {
  readonly seconds: number;
  readonly peakMb: number;
  readonly indexMb: number;
}

/** Builds the index of this number of synthetic songs and writes it to `path`. */
export async function buildIndexFile(songs: number, path: string): Promise<Built> {
  const lexicon = await readLexicon();
  const began = performance.now();
  const builder = new IndexBuilder();
  for (const song of syntheticSongs(lexicon, songs)) builder.add(song);
  const chunks = builder.finish();
  const file = await open(path, "w");
  let bytes = 0;
  for (const chunk of chunks) {
    await file.write(chunk);
    bytes += chunk.length;
  }
  await file.close();
  return {
    seconds: (performance.now() - began) / 1_000,
    peakMb: (process.resourceUsage().maxRSS * KIB) / 1e6,
    indexMb: bytes / 1e6,
  };
}
