import { signal } from "@preact/signals";
import type { Operations } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { type CatalogRow, catalogRowsOf } from "./catalog-rows.ts";

export type SongQuery = Omit<Operations["listSongs"]["query"], "page[size]" | "page[cursor]">;

const PAGE_SIZE = 100;

/** A list of songs that is read page by page, as far as somebody scrolls. */
export class SongPages {
  readonly rows = signal<readonly CatalogRow[]>([]);
  /** Songs on all pages; null before the first page is there. */
  readonly total = signal<number | null>(null);
  readonly failure = signal<string | null>(null);
  readonly #query: SongQuery;
  readonly #ended = new AbortController();
  #cursor: string | null = null;
  #isReading = false;

  constructor(query: SongQuery) {
    this.#query = query;
  }

  hasMore(): boolean {
    return this.total.value === null || this.#cursor !== null;
  }

  /** Reads the next page, unless one is being read. */
  async more(): Promise<void> {
    if (this.#isReading || !this.hasMore() || this.#ended.signal.aborted) return;
    this.#isReading = true;
    this.failure.value = null;
    const cursor = this.#cursor === null ? {} : { "page[cursor]": this.#cursor };
    try {
      const { body } = await client.listSongs({
        query: { ...this.#query, "page[size]": PAGE_SIZE, ...cursor },
        signal: this.#ended.signal,
      });
      if (this.#ended.signal.aborted) return;
      const { next } = body.links;
      this.#cursor = next === null ? null : new URL(next).searchParams.get("page[cursor]");
      this.total.value = body.meta.total;
      this.rows.value = [...this.rows.value, ...catalogRowsOf(body.data, body.included)];
    } catch (error) {
      if (!this.#ended.signal.aborted) this.failure.value = messageOf(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** Ends a request that is in flight. */
  stop(): void {
    this.#ended.abort();
  }
}
