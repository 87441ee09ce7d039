import type { SongDocument } from "../../../../schema/song.ts";
import { ThreadedIndex } from "../../index-thread/threaded-index.ts";
import type { FillMeasured } from "../../measured-documents.ts";
import type { CheckedArtist, CheckedSong } from "../check/checked-record.ts";
import { OrdinalSet } from "./ordinal-set.ts";
import { documentOfRecord } from "./record-document.ts";

/** Smaller catalogs are indexed without a thread, because starting it takes longer. */
const THREAD_SONGS_MIN = 1_000;
/** Artists whose names are remembered. Songs of further artists are indexed after staging. */
const ARTISTS_MAX = 200_000;

/**
 * Passes songs to the thread that builds the search index (index-thread/) while the dump is still being read. A song is
 * passed when it is staged, if its record has everything that its document in the catalog has: an artist without a name or
 * a playlist gets its name from another record. The songs that were not passed follow after staging. An index cannot change
 * a song, so if a later record changes one that was passed, all songs are passed again to a new thread.
 */
export class IndexFeed {
  readonly #fill: FillMeasured;
  readonly #signal: AbortSignal | null;
  #passed = new OrdinalSet();
  readonly #names = new Map<string, string>();
  #waiting: SongDocument[] = [];
  #thread: ThreadedIndex | null = null;
  #isStale = false;
  /** Until a song changes, the import probably changes nothing, and its index is not needed. */
  #hasChanges = false;

  constructor({ fill, signal }: { readonly fill: FillMeasured; readonly signal: AbortSignal | null }) {
    this.#fill = fill;
    this.#signal = signal;
  }

  /** The number of songs that the index has or will have without further calls. */
  get size(): number {
    return this.#passed.size;
  }

  has(ordinal: number): boolean {
    return this.#passed.has(ordinal);
  }

  /** Takes a song that was staged. `isChanged`: whether the catalog did not have it, or another version of it. */
  stage(ordinal: number, song: CheckedSong, isChanged: boolean): void {
    this.#hasChanges ||= isChanged;
    this.drop([ordinal]);
    if (this.#isStale || !this.#hasChanges || song.playlistIds.length > 0) return;
    if (!song.artists.every((artist) => this.#remember(artist))) return;
    this.#passed.add(ordinal);
    this.#waiting.push(documentOfRecord(song));
  }

  /** Takes the name that a record gives an artist. */
  name({ id, name }: CheckedArtist): void {
    const passed = this.#names.get(id);
    if (passed !== undefined && name !== "" && name !== passed) this.#restart();
  }

  /** Takes note that songs were removed or changed. */
  drop(ordinals: readonly number[]): void {
    if (ordinals.some((ordinal) => this.#passed.has(ordinal))) this.#restart();
  }

  /** Passes the songs on that wait. Returns when the thread keeps up. */
  async flush(): Promise<void> {
    if (this.#thread === null && this.#waiting.length < THREAD_SONGS_MIN) return;
    const songs = this.#waiting;
    this.#waiting = [];
    await this.pass(songs);
  }

  /** Whether a catalog of this size is indexed by the thread. If not, no song has been passed. */
  isThreaded(songs: number): boolean {
    return this.#thread !== null || songs >= THREAD_SONGS_MIN;
  }

  /** Passes songs that were not staged. */
  async pass(songs: readonly SongDocument[]): Promise<void> {
    const filled = await this.#fill(songs);
    this.#thread ??= new ThreadedIndex(this.#signal);
    await this.#thread.add(filled);
  }

  /** Packs the index after the last song. `chunks` returns it. */
  async pack(): Promise<void> {
    await this.pass(this.#waiting);
    this.#waiting = [];
    this.#thread?.pack();
  }

  /** Returns the bytes of the packed index. */
  async chunks(): Promise<readonly Uint8Array[]> {
    return (await this.#thread?.chunks()) ?? [];
  }

  close(): void {
    this.#thread?.close();
  }

  /** Returns whether the artist has a name that is, or can be, remembered. */
  #remember({ id, name }: CheckedArtist): boolean {
    if (name === "") return false;
    if (!this.#names.has(id) && this.#names.size >= ARTISTS_MAX) return false;
    this.#names.set(id, name);
    return true;
  }

  #restart(): void {
    this.#isStale = true;
    this.#passed = new OrdinalSet();
    this.#names.clear();
    this.#waiting = [];
    this.#thread?.close();
    this.#thread = null;
  }
}
