import { SONGS_PER_PAGE } from "../../first-songs.ts";
import { batch, signal } from "@preact/signals";
import type { Operations } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { growList } from "../player/player-state.ts";
import { type CatalogRow, catalogRowsOf } from "./catalog-rows.ts";

export type SongQuery = Omit<Operations["listSongs"]["query"], "page[size]" | "page[cursor]" | "page[offset]">;

/** Pages that are kept. Those that were read first are forgotten first. */
const PAGES_MAX = 200;
/** Pages are read when the list has not moved for this time, so that a dragged scrollbar reads only where it stops. */
const SETTLED_MS = 80;
/** Browsers limit the height of a page; this many rows of 72 pixels fit in all of them. */
const LISTED_MAX = 200_000;

/** A list of songs of which the pages near the window are read. */
export class SongPages {
  /** All songs of the list; null for those that are not read. */
  readonly rows = signal<readonly (CatalogRow | null)[]>([]);
  /** Songs of the list; null before the first page is there. */
  readonly total = signal<number | null>(null);
  readonly failure = signal<string | null>(null);
  readonly #query: SongQuery;
  /** Pages that are there or being read, in the order in which they were asked for. */
  readonly #pages = new Map<number, AbortController>();
  #settled: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  /** @param from the number of the first song that is shown, from 0 */
  constructor(query: SongQuery, from: number) {
    this.#query = query;
    void this.#read(pageOf(from));
  }

  /** Reads the songs from `first` to `last`, when the list rests. */
  show(first: number, last: number): void {
    clearTimeout(this.#settled);
    const isThere = this.#pages.has(pageOf(first)) && this.#pages.has(pageOf(last));
    if (isThere || this.total.value === null || this.#isEnded) return;
    this.#settled = setTimeout(() => {
      for (let page = pageOf(first); page <= pageOf(last); page += 1) void this.#read(page);
    }, SETTLED_MS);
  }

  /** Ends all requests that are in flight. */
  stop(): void {
    this.#isEnded = true;
    clearTimeout(this.#settled);
    for (const request of this.#pages.values()) request.abort();
  }

  async #read(page: number): Promise<void> {
    if (this.#pages.has(page)) return;
    const request = new AbortController();
    this.#pages.set(page, request);
    const offset = page === 0 ? {} : { "page[offset]": page * SONGS_PER_PAGE };
    try {
      const { body } = await client.listSongs({
        query: { ...this.#query, "page[size]": SONGS_PER_PAGE, ...offset },
        signal: request.signal,
      });
      if (!request.signal.aborted) this.#take(page, catalogRowsOf(body.data, body.included), body.meta.total);
    } catch (error) {
      if (request.signal.aborted) return;
      this.#pages.delete(page);
      this.failure.value = messageOf(error);
    }
  }

  #take(page: number, songs: readonly CatalogRow[], total: number): void {
    const before = this.rows.value;
    const isSame = this.total.value === total;
    const rows = isSame
      ? [...before]
      : Array.from<CatalogRow | null>({ length: Math.min(total, LISTED_MAX) }).fill(null);
    // Another total means another catalog, in which songs have other numbers.
    if (!isSame) for (const other of this.#pages.keys()) if (other !== page) this.#forget(other, rows);
    for (const [index, song] of songs.entries())
      if (page * SONGS_PER_PAGE + index < rows.length) rows[page * SONGS_PER_PAGE + index] = song;
    const [oldest = page] = this.#pages.keys();
    if (this.#pages.size > PAGES_MAX && oldest !== page) this.#forget(oldest, rows);
    batch(() => {
      this.failure.value = null;
      this.total.value = total;
      this.rows.value = rows;
      if (isSame) growList(before, rows);
    });
  }

  #forget(page: number, rows: (CatalogRow | null)[]): void {
    this.#pages.get(page)?.abort();
    this.#pages.delete(page);
    rows.fill(null, page * SONGS_PER_PAGE, (page + 1) * SONGS_PER_PAGE);
  }
}

function pageOf(index: number): number {
  return Math.floor(index / SONGS_PER_PAGE);
}
