import { type Clock, MINUTE_MS } from "../../lib/clock.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import type { Slices } from "../../lib/slices.ts";
import type { Steps } from "../../lib/steps.ts";
import type { OpenCatalog } from "../live-catalog.ts";
import type { MeasuredFacts } from "../measured.ts";
import { type Counted, countFacets } from "./count-facets.ts";
import { type ListFilter, NO_LIST_FILTER } from "./list-song-filter.ts";
import { type ListingColumns, readColumns } from "./listing-columns.ts";
import { type FilteredSets, filteredSets, songsInAll } from "./matching-songs.ts";
import { type SongOrder, songOrder, type SortField, walk } from "./song-order.ts";
import { SongSet } from "./song-set.ts";

/** Columns are read again after this time, because songs are measured in the background. */
const COLUMNS_FRESH_MS = 10 * MINUTE_MS;

/** Filtered sets and orders that are kept, for the next pages of the same list. A set of a million songs has 125 KB, an order 4 MB. */
const SETS_MAX = 8;
const ORDERS_MAX = 2;
/** Counted facets that are kept. Those of one filter have at most 2,600 values, some 200 KB. */
export const COUNTED_MAX = 16;

const SONGS_PER_STEP = 32_768;

export interface PageRequest {
  readonly filter: ListFilter;
  readonly sort: { readonly field: SortField; readonly isDescending: boolean } | null;
  /** The ordinal of the last song of the previous page. */
  readonly after: number | null;
  /** Songs before the page, for a page without `after`. */
  readonly skip: number;
  readonly size: number;
}

export interface OrdinalPage {
  readonly ordinals: readonly number[];
  /** The ordinal after which the next page begins; null on the last page. */
  readonly next: number | null;
  readonly total: number;
}

type ListedCatalog = Pick<OpenCatalog, "db">;

interface Shelf {
  readonly open: ListedCatalog;
  readonly columns: ListingColumns;
  readonly readAt: number;
  readonly sets: Map<string, Promise<FilteredSets>>;
  readonly orders: Map<SortField, Promise<SongOrder>>;
  readonly counted: Map<string, Promise<Counted>>;
}

/**
 * Lists, sorts and counts the songs of the live catalog. Everything runs in slices on the request thread. The first request of
 * a generation reads its columns; requests share that work.
 */
export class SongListing {
  readonly #catalog: { current(): ListedCatalog | null };
  readonly #facts: MeasuredFacts;
  readonly #slices: Slices;
  readonly #clock: Clock;
  #shelf: Shelf | null = null;
  #reading: { readonly open: ListedCatalog; readonly shelf: Promise<Shelf> } | null = null;

  constructor(parts: {
    readonly catalog: { current(): ListedCatalog | null };
    readonly facts: MeasuredFacts;
    readonly slices: Slices;
    readonly clock: Clock;
  }) {
    this.#catalog = parts.catalog;
    this.#facts = parts.facts;
    this.#slices = parts.slices;
    this.#clock = parts.clock;
  }

  /** Returns a page of the songs that match; null if the song before the page is not in the list any more. */
  async page({ filter, sort, after, skip, size }: PageRequest): Promise<OrdinalPage | null> {
    const shelf = await this.#current();
    if (shelf === null) return { ordinals: [], next: null, total: 0 };
    const songs = await this.#matchingIn(shelf, filter);
    if (sort === null) {
      const first = after === null ? songs.at(skip) : after + 1;
      return takePage(first === null ? [] : songs.ordinals(first), songs.count(), size);
    }
    const order = await this.#order(shelf, sort.field);
    return this.#slices.run(sortedPage(order, songs, { after, skip, size, isDescending: sort.isDescending }));
  }

  /** Returns all songs that match. */
  async matching(filter: ListFilter): Promise<SongSet> {
    const shelf = await this.#current();
    return shelf === null ? new SongSet(0) : this.#matchingIn(shelf, filter);
  }

  /** Returns the counts of all facets, which are kept until songs are taken down or put back, or the columns are read again. */
  async facets(filter: ListFilter): Promise<Counted | null> {
    const shelf = await this.#current();
    if (shelf === null) return null;
    const { db } = shelf.open;
    const name = `${db.version()} ${JSON.stringify(filter)}`;
    return kept(shelf.counted, name, COUNTED_MAX, async () => {
      const sets = await this.#sets(shelf, filter);
      return this.#slices.run(countFacets(db.listing, shelf.columns, { all: visible(shelf), sets }));
    });
  }

  /** Returns how many visible songs each playlist has. */
  async playlistCounts(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const shelf = await this.#current();
    if (shelf === null) return new Map();
    const songs = visible(shelf);
    const count = (id: number): number =>
      (shelf.columns.playlists.get(id) ?? []).reduce((sum, ordinal) => sum + Number(songs.has(ordinal)), 0);
    return new Map(ids.map((id) => [id, count(id)]));
  }

  /** Returns how many visible songs an artist has. */
  async countOfArtist(artistId: string): Promise<number> {
    const shelf = await this.#current();
    const term = shelf?.open.db.listing.term("artist", artistId) ?? null;
    if (shelf === null || term === null) return 0;
    const songs = visible(shelf);
    const blocks = shelf.open.db.listing.termBlocks(term.id);
    return blocks.reduce((sum, { block, offsets }) => sum + songs.countBlock(block, offsets), 0);
  }

  async #matchingIn(shelf: Shelf, filter: ListFilter): Promise<SongSet> {
    return songsInAll(visible(shelf), await this.#sets(shelf, filter));
  }

  #sets(shelf: Shelf, filter: ListFilter): Promise<FilteredSets> {
    if (filter === NO_LIST_FILTER) return Promise.resolve(new Map());
    const { listing } = shelf.open.db;
    return kept(shelf.sets, JSON.stringify(filter), SETS_MAX, () =>
      this.#slices.run(filteredSets(listing, shelf.columns, filter)),
    );
  }

  #order(shelf: Shelf, field: SortField): Promise<SongOrder> {
    return kept(shelf.orders, field, ORDERS_MAX, () => this.#slices.run(songOrder(shelf.columns, field)));
  }

  /** Returns the columns of the live catalog. Those that are due to be read again are used until the new ones are complete. */
  async #current(): Promise<Shelf | null> {
    const open = this.#catalog.current();
    if (open === null) return null;
    const shelf = this.#shelf;
    if (shelf?.open !== open) return this.#read(open);
    if (!isFresh(shelf.readAt, this.#clock.now(), COLUMNS_FRESH_MS)) void this.#read(open).catch(() => undefined);
    return shelf;
  }

  #read(open: ListedCatalog): Promise<Shelf> {
    if (this.#reading?.open === open) return this.#reading.shelf;
    const readAt = this.#clock.now();
    const shelf = this.#slices
      .run(readColumns(open.db.listing, this.#facts))
      .then((columns): Shelf => ({ open, columns, readAt, sets: new Map(), orders: new Map(), counted: new Map() }))
      .then((read) => (this.#shelf = read))
      .finally(() => {
        if (this.#reading?.shelf === shelf) this.#reading = null;
      });
    this.#reading = { open, shelf };
    return shelf;
  }
}

/** Returns a result of `values`, or computes it and drops the one that was used longest ago. A failure is not kept. */
function kept<Name, Value>(
  values: Map<Name, Promise<Value>>,
  name: Name,
  max: number,
  compute: () => Promise<Value>,
): Promise<Value> {
  const known = values.get(name);
  const value = known ?? compute();
  values.delete(name);
  values.set(name, value);
  if (known === undefined) void value.catch(() => values.delete(name));
  const [oldest] = values.keys();
  if (values.size > max && oldest !== undefined) values.delete(oldest);
  return value;
}

/** All songs but those that an operator has taken down since the import. */
function visible({ open, columns }: Shelf): SongSet {
  const hidden = open.db.hiddenIds();
  if (hidden.size === 0) return columns.songs;
  const songs = columns.songs.copy();
  songs.remove(SongSet.of(columns.size, open.db.listing.ordinalsOfIds(hidden)));
  return songs;
}

function takePage(rest: Iterable<number>, total: number, size: number): OrdinalPage {
  const ordinals: number[] = [];
  for (const ordinal of rest) {
    if (ordinals.length === size) return { ordinals, next: ordinals.at(-1) ?? null, total };
    ordinals.push(ordinal);
  }
  return { ordinals, next: null, total };
}

function* sortedPage(
  order: SongOrder,
  songs: SongSet,
  {
    after,
    skip,
    size,
    isDescending,
  }: Pick<PageRequest, "after" | "skip" | "size"> & { readonly isDescending: boolean },
): Steps<OrdinalPage | null> {
  const ordinals: number[] = [];
  let isPast = after === null;
  let walked = 0;
  let skipped = 0;
  for (const ordinal of walk(order, isDescending)) {
    if (++walked % SONGS_PER_STEP === 0) yield;
    if (!isPast) isPast = ordinal === after;
    else if (!songs.has(ordinal)) continue;
    else if (skipped < skip) skipped += 1;
    else {
      if (ordinals.length === size) return { ordinals, next: ordinals.at(-1) ?? null, total: songs.count() };
      ordinals.push(ordinal);
    }
  }
  return isPast ? { ordinals, next: null, total: songs.count() } : null;
}
