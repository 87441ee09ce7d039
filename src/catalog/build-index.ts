import type { SongDocument } from "../../schema/song.ts";
import type { FactsReader } from "../audio/facts-store.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { IndexBuilder } from "../ranking/index-builder.ts";
import { writeDurably } from "./durable-file.ts";
import { documentWithMeasured } from "./measured.ts";

/** Songs between checks of the signal. The event loop runs in between. */
const SONGS_PER_TURN = 500;

export interface IndexBuild<Song> {
  readonly signal?: AbortSignal;
  /** Called with every song, so that a caller can use the same pass over the catalog. */
  readonly onSong?: (song: Song) => void;
  /** Called after the last song, before the index is packed and written. */
  readonly onGathered?: () => void;
  /** Measurements that fill missing fields of the indexed songs. `onSong` receives the songs without them. */
  readonly facts?: FactsReader;
}

/** Builds the search index of these songs and writes it durably to `path`. Throws the signal's reason when aborted. */
export async function buildIndex<Song extends SongDocument>(
  path: string,
  songs: Iterable<Song>,
  build: IndexBuild<Song> = {},
): Promise<void> {
  const builder = new IndexBuilder();
  const facts = build.facts === undefined || build.facts.isEmpty() ? null : build.facts;
  let count = 0;
  for (const song of songs) {
    builder.add(facts === null ? song : documentWithMeasured(song, facts));
    build.onSong?.(song);
    if (++count % SONGS_PER_TURN === 0) await yieldToEventLoop(build.signal ?? null);
  }
  build.signal?.throwIfAborted();
  build.onGathered?.();
  await writeDurably(path, builder.finish());
}
