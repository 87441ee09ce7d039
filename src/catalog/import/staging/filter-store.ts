import type { Database } from "bun:sqlite";
import { FACETS } from "../../../../schema/song.ts";
import type { FilterFacts } from "../../document-store.ts";
import { BLOCK_SONGS, blockKey, blockOf, encodeOffsets } from "../../filter-block.ts";
import { fold } from "../../fold.ts";
import { rightsTerms } from "../../rights-filter.ts";
import type { FilterName } from "../../song-filter.ts";
import { isInstrumental } from "../../song-record.ts";
import { MultiRowInsert } from "./insert-store.ts";

const ARTISTS_PER_READ = 5_000;

interface Term {
  readonly id: number;
  songs: number;
  /** Its songs in the current block. */
  offsets: number[];
}

/**
 * Rewrites the three tables that lists are filtered by (schema/tables/catalog/filters.ts). Songs must be added in ordinal
 * order: the first song of the next block completes a block.
 */
export class FilterWriter {
  readonly #sqlite: Database;
  readonly #terms = new Map<FilterName, Map<string, Term>>();
  readonly #foldedOnce = new Map<string, string>();
  readonly #blocks: MultiRowInsert;
  /** Terms with songs in the current block. */
  #touched: Term[] = [];
  #block = 0;
  #termCount = 0;

  constructor(sqlite: Database) {
    this.#sqlite = sqlite;
    for (const table of ["filter_terms", "filter_blocks", "artist_names"]) sqlite.run(`DELETE FROM ${table}`);
    this.#blocks = new MultiRowInsert(sqlite, "filter_blocks", ["key", "offsets"]);
  }

  add(song: FilterFacts): void {
    if (blockOf(song.ordinal) !== this.#block) this.#writeBlock(blockOf(song.ordinal));
    for (const facet of FACETS) {
      for (const tag of song.tags[facet]) this.#post(facet, this.#fold(tag), song.ordinal);
    }
    this.#post("energy", song.energy ?? song.energyInferred, song.ordinal);
    this.#post("instrumental", String(song.audioFiles.some(isInstrumental)), song.ordinal);
    this.#post("explicit", String(song.explicit === true), song.ordinal);
    if (song.bpm !== null) this.#post("bpm", String(song.bpm), song.ordinal);
    if (song.keyName !== "") this.#post("key", this.#fold(`${song.keyName} ${song.keyMode}`), song.ordinal);
    for (const artist of song.artists) this.#post("artist", artist.id, song.ordinal);
    for (const { kind, term } of rightsTerms(song.rights)) this.#post(kind, term, song.ordinal);
  }

  finish(): void {
    this.#writeBlock(0);
    this.#blocks.flush();
    this.#blocks.finalize();
    this.#writeTerms();
    this.#writeArtistNames();
  }

  #post(kind: FilterName, folded: string, ordinal: number): void {
    const term = this.#term(kind, folded);
    term.songs++;
    if (term.offsets.length === 0) this.#touched.push(term);
    term.offsets.push(ordinal % BLOCK_SONGS);
  }

  #term(kind: FilterName, folded: string): Term {
    let terms = this.#terms.get(kind);
    if (terms === undefined) this.#terms.set(kind, (terms = new Map()));
    let term = terms.get(folded);
    if (term === undefined) terms.set(folded, (term = { id: ++this.#termCount, songs: 0, offsets: [] }));
    return term;
  }

  /** Caches folded text, because the same tags recur in many songs. */
  #fold(text: string): string {
    let folded = this.#foldedOnce.get(text);
    if (folded === undefined) this.#foldedOnce.set(text, (folded = fold(text)));
    return folded;
  }

  /** Writes the current block and starts block `next`. */
  #writeBlock(next: number): void {
    for (const term of this.#touched) {
      this.#blocks.add(blockKey(term.id, this.#block), encodeOffsets(term.offsets));
      term.offsets = [];
    }
    this.#touched = [];
    this.#block = next;
  }

  #writeTerms(): void {
    const insert = new MultiRowInsert(this.#sqlite, "filter_terms", ["id", "kind", "folded", "songs"]);
    for (const [kind, terms] of this.#terms) {
      for (const [folded, term] of terms) insert.add(term.id, kind, folded, term.songs);
    }
    insert.flush();
    insert.finalize();
  }

  #writeArtistNames(): void {
    const read = this.#sqlite.prepare<{ id: string; name: string }, [string, number]>(
      "SELECT id, name FROM artists WHERE id > ? ORDER BY id LIMIT ?",
    );
    const insert = new MultiRowInsert(this.#sqlite, "artist_names", ["artist_id", "folded"]);
    for (let after = ""; ;) {
      const artists = read.all(after, ARTISTS_PER_READ);
      for (const artist of artists) insert.add(artist.id, fold(artist.name));
      const last = artists.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    insert.flush();
    insert.finalize();
    read.finalize();
  }
}
