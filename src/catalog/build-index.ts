import type { SongDocument } from "../../schema/song.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { IndexBuilder } from "../ranking/index-builder.ts";
import { ofCatalog } from "../ranking/pack-index.ts";
import { writeDurably } from "./durable-file.ts";
import type { FillMeasured } from "./measured-documents.ts";

/** Songs that are filled together, and between checks of the signal. The event loop runs in between. */
const SONGS_PER_TURN = 500;

export interface IndexBuild<Song> {
  readonly signal?: AbortSignal;
  /** Called with every song, so that a caller can use the same pass over the catalog. */
  readonly onSong?: (song: Song) => void;
  /** Called after the last song, before the index is packed and written. */
  readonly onGathered?: () => void;
  /** Fills missing fields of the indexed songs. `onSong` receives the songs without them. */
  readonly fill?: FillMeasured;
}

/** Builds the search index of these songs, of the catalog of this version, and writes it durably to `path`. Throws the signal's reason when aborted. */
export async function buildIndex<Song extends SongDocument>(
  path: string,
  songs: Iterable<Song>,
  version: string,
  build: IndexBuild<Song> = {},
): Promise<void> {
  const builder = new IndexBuilder();
  let some: Song[] = [];
  const addSome = async (): Promise<void> => {
    for (const song of (await build.fill?.(some)) ?? some) builder.add(song);
    some = [];
  };
  for (const song of songs) {
    some.push(song);
    build.onSong?.(song);
    if (some.length < SONGS_PER_TURN) continue;
    await addSome();
    await yieldToEventLoop(build.signal ?? null);
  }
  await addSome();
  build.signal?.throwIfAborted();
  build.onGathered?.();
  await writeDurably(path, ofCatalog(builder.finish(), version));
}
