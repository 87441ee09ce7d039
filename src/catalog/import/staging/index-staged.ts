import type { Database } from "bun:sqlite";
import { yieldToEventLoop } from "../../../lib/yield-to-event-loop.ts";
import { ofCatalog } from "../../../ranking/pack-index.ts";
import { buildIndex } from "../../build-index.ts";
import { type FilterFacts, type NumberedDocument, readDocuments, readFilterFacts } from "../../document-store.ts";
import { writeDurably } from "../../durable-file.ts";
import type { FillMeasured } from "../../measured-documents.ts";
import type { OnStage } from "../stages.ts";
import { FilterWriter } from "./filter-store.ts";
import type { IndexFeed } from "./index-feed.ts";
import { beginIndexing } from "./staging-db-store.ts";

/** Songs between checks of the signal. The event loop runs in between. */
const SONGS_PER_TURN = 500;

export interface Indexing {
  readonly signal: AbortSignal | null;
  readonly fill: FillMeasured;
  /** The songs that are in the index already. */
  readonly feed: IndexFeed;
  /** The version and the number of songs of the catalog. */
  readonly version: string;
  readonly songs: number;
  /** Receives the number of indexed songs, starting with 0. */
  readonly onSongs: (songs: number) => void;
  /** For measurements. */
  readonly onStage?: OnStage;
}

/** Phase five: completes the search index, and builds the filter tables in the same pass over all songs. */
export async function indexStaged(sqlite: Database, path: string, indexing: Indexing): Promise<void> {
  const { feed, version, songs, fill, signal, onSongs, onStage } = indexing;
  beginIndexing(sqlite);
  onSongs(0);
  // Staging a large catalog leaves hundreds of megabytes of garbage, and building the index is the peak of an import's memory.
  if (feed.isThreaded(songs)) Bun.gc(true);
  const filters = new FilterWriter(sqlite);
  let count = 0;
  const onSong = (song: FilterFacts): void => {
    filters.add(song);
    onSongs(++count);
  };
  const onGathered = (): void => {
    filters.finish();
    onStage?.("gather");
  };
  if (feed.isThreaded(songs)) {
    await (feed.size === songs ? packMeanwhile : completeIndex)(sqlite, feed, { signal, onSong });
    onGathered();
    await writeDurably(path, ofCatalog(await feed.chunks(), version));
  } else {
    await buildIndex(path, readDocuments(sqlite), version, {
      onSong,
      onGathered,
      fill,
      ...(signal === null ? {} : { signal }),
    });
  }
  onStage?.("pack");
}

interface Pass {
  readonly signal: AbortSignal | null;
  readonly onSong: (song: FilterFacts) => void;
}

/** The index has all songs and is packed while the songs are visited. */
async function packMeanwhile(sqlite: Database, feed: IndexFeed, { signal, onSong }: Pass): Promise<void> {
  await feed.pack();
  let count = 0;
  for (const song of readFilterFacts(sqlite)) {
    onSong(song);
    if (++count % SONGS_PER_TURN === 0) await yieldToEventLoop(signal);
  }
}

/** Visits all songs, and passes those on that the index does not have. */
async function completeIndex(sqlite: Database, feed: IndexFeed, { signal, onSong }: Pass): Promise<void> {
  let missing: NumberedDocument[] = [];
  let count = 0;
  for (const song of readDocuments(sqlite)) {
    onSong(song);
    if (!feed.has(song.ordinal)) missing.push(song);
    if (++count % SONGS_PER_TURN !== 0) continue;
    await yieldToEventLoop(signal);
    await feed.pass(missing);
    missing = [];
  }
  await feed.pass(missing);
  signal?.throwIfAborted();
  await feed.pack();
}
