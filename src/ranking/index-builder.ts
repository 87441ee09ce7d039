import type { SongDocument } from "../../schema/song.ts";
import { assert } from "../lib/assert.ts";
import { memoize } from "../lib/memoize.ts";
import { impactOf, tagImpact } from "./field-weights.ts";
import { uint32List, uint8List } from "./growable.ts";
import { nameKey } from "../text/keys.ts";
import { packIndex } from "./pack-index.ts";
import { arcTerm, artistTerm, FIELD_BITS, INSTRUMENT_BIT, nameTerm, playlistTerm } from "./packed-format.ts";
import { territoryTerms } from "./rights-columns.ts";
import { valuesOf } from "./song-values.ts";
import { SongColumns } from "./song-columns.ts";
import { SongTerms } from "./song-terms.ts";
import { TermDictionary } from "./term-dictionary.ts";

/**
 * Builds a packed ranking index from songs in any order; the bytes depend on the songs alone. Postings stay in song
 * order (6 bytes each) until `finish` sorts them by term. A builder is used once.
 */
export class IndexBuilder {
  readonly #dictionary = new TermDictionary();
  readonly #songTerms = new SongTerms(this.#dictionary);
  readonly #columns = new SongColumns();
  readonly #postingTerms = uint32List();
  readonly #postingImpacts = uint8List();
  readonly #postingFields = uint8List();
  readonly #postingEnds = uint32List();
  readonly #postWord = (term: number, weight: number, fields: number): void =>
    this.#post(term, impactOf(weight), fields);
  /** Cached, because the songs of an artist usually follow each other. */
  readonly #keyOfName = memoize(nameKey);
  #finished = false;

  add(song: SongDocument): void {
    assert(!this.#finished, "a finished index takes no more songs");
    const { genre, mood, instrument, characteristic } = song.tags;
    const allTags = [...genre, ...mood, ...instrument, ...characteristic];
    const artistNames = song.artists.map((artist) => artist.name);
    const terms = this.#songTerms;
    terms.add("title", [song.title]);
    terms.add("artist", artistNames);
    terms.add("tag", allTags);
    terms.add("description", [song.description]);
    terms.add("lyrics", [song.lyrics]);
    terms.drain(this.#postWord);

    const tags = new Set<number>();
    for (const tag of allTags) {
      const term = this.#dictionary.tag(tag);
      if (term >= 0) tags.add(term);
    }
    const artists = new Set(song.artists.map((artist) => this.#dictionary.number(artistTerm(artist.id))));
    const instruments = new Set(song.tags.instrument.map((tag) => this.#dictionary.tag(tag)));
    for (const tag of tags)
      this.#post(tag, tagImpact(tags.size), FIELD_BITS.tag | (instruments.has(tag) ? INSTRUMENT_BIT : 0));
    for (const artist of artists) this.#post(artist, 255, FIELD_BITS.artist);
    const names = new Set(artistNames.map(this.#keyOfName).filter((key) => key !== ""));
    for (const name of names) this.#post(this.#dictionary.number(nameTerm(name)), 255, FIELD_BITS.artist);
    for (const key of playlistKeys(song)) this.#post(this.#dictionary.number(playlistTerm(key)), 255, 0);
    if (song.arc !== undefined && song.arc !== null) this.#post(this.#dictionary.number(arcTerm(song.arc)), 255, 0);
    for (const { term, impact } of valuesOf(song)) this.#post(this.#dictionary.number(term), impact, 0);
    for (const term of territoryTerms(song.rights ?? null)) this.#post(this.#dictionary.number(term), 255, 0);
    this.#postingEnds.push(this.#postingTerms.length);
    this.#columns.add(song, tags, artists);
  }

  /** Returns the file's bytes in consecutive chunks. */
  finish(): Uint8Array[] {
    assert(!this.#finished, "an index is finished once");
    this.#finished = true;
    const tagNames = this.#dictionary.tagNames();
    this.#dictionary.forgetSpellings();
    return packIndex({
      terms: this.#dictionary.terms,
      frequency: this.#dictionary.frequency,
      tagNames,
      columns: this.#columns,
      postingTerms: this.#postingTerms,
      postingImpacts: this.#postingImpacts,
      postingFields: this.#postingFields,
      postingEnds: this.#postingEnds,
    });
  }

  #post(term: number, impact: number, fields: number): void {
    const { frequency } = this.#dictionary;
    frequency[term] = (frequency[term] ?? 0) + 1;
    this.#postingTerms.push(term);
    this.#postingImpacts.push(impact);
    this.#postingFields.push(fields);
  }
}

/** Returns the keys of a song's playlists: a brief can name a playlist or give its id. */
function playlistKeys(song: SongDocument): Set<string> {
  const keys = (song.publicPlaylists ?? []).flatMap(({ id, name }) => [nameKey(name), String(id)]);
  return new Set(keys.filter((key) => key !== ""));
}
