import type { CheckedArtist, CheckedPlaylist, CheckedRecord, CheckedSong } from "../check/checked-record.ts";
import type { Presence } from "../../watch/song-claims.ts";
import type { Origin } from "./origin.ts";
import type { MissingMedium, StagingEvents } from "./staging-events.ts";
import { OrdinalSet } from "./ordinal-set.ts";
import { OriginTable } from "./origin-table.ts";
import { songDigest } from "./song-digest.ts";
import type { IndexFeed } from "./index-feed.ts";
import type { StagedCounts } from "./staged-counts.ts";
import type { BatchFiles, Change, Conflict, SourcedSong } from "./staging-batch.ts";
import type { StageStore, StoredSong } from "./stage-store.ts";

/** A valid record with its origin and its missing media. */
export interface SourcedRecord {
  readonly origin: Origin;
  readonly record: CheckedRecord;
  readonly missing: readonly MissingMedium[];
  /** Whether a file that belongs to another song is left out, instead of rejecting the record. */
  readonly isLenient?: boolean;
}

/**
 * A song with a file that currently belongs to another song. The rest of the dump can still release that file, so the
 * import decides about the song after the complete dump was read.
 */
export interface DeferredSong {
  readonly origin: Origin;
  readonly id: string;
  readonly title: string;
  /** Null for a new song. */
  readonly ordinal: number | null;
  readonly fileIds: readonly string[];
}

const RETIRE_BATCH = 1_000;

/**
 * Phase three: writes checked records to the generation under construction in batches, and counts the changes. A song is
 * identified by its id, and its ordinal never changes.
 */
export class Staging {
  readonly #store: StageStore;
  readonly #events: StagingEvents;
  readonly #feed: IndexFeed | null;
  readonly #firstNew: number;
  #next: number;
  /** Songs that were staged from this dump. */
  readonly #seen = new OrdinalSet();
  readonly #origins = new OriginTable();
  /** Songs with a rejected or deferred record in this dump. They are not retired. */
  readonly #retained = new OrdinalSet();
  readonly #deferred = new Map<string, DeferredSong>();
  #retired = 0;
  /** True until the complete dump was read: conflicting songs are deferred. After that they are rejected. */
  #isDeferring = true;

  constructor(store: StageStore, events: StagingEvents, feed: IndexFeed | null) {
    this.#store = store;
    this.#events = events;
    this.#feed = feed;
    this.#firstNew = store.nextOrdinal();
    this.#next = this.#firstNew;
  }

  /** Stages a batch in the order of the dump. Of several songs with the same id, the last one wins. */
  stage(batch: readonly SourcedRecord[]): void {
    const songs = new Map<string, SourcedSong>();
    for (const { origin, record, missing, isLenient = false } of batch) {
      switch (record.kind) {
        case "artist":
          this.#putArtist(record.artist, origin, "artist");
          this.#reportMissing(origin, missing);
          break;
        case "playlist":
          this.#putPlaylist(record.playlist, origin);
          break;
        case "song":
          this.#reportRepeated({ origin, song: record.song }, songs.get(record.song.id));
          songs.delete(record.song.id);
          songs.set(record.song.id, { origin, song: record.song, missing, isLenient });
          break;
      }
    }
    this.#stageSongs([...songs.values()]);
    this.#store.flush();
  }

  /** Protects a song from being retired if its record in the dump was rejected. */
  retain(songId: string): void {
    const ordinal = this.#store.ordinalOf(songId);
    if (ordinal !== null) this.#retained.add(ordinal);
  }

  /** Phase four: removes the songs that the dump does not have. */
  retire(): void {
    for (let after = -1; ;) {
      const ordinals = this.#store.ordinalsAfter(after, RETIRE_BATCH);
      const last = ordinals.at(-1);
      if (last === undefined) return;
      const absent = ordinals.filter((ordinal) => !this.#seen.has(ordinal) && !this.#retained.has(ordinal));
      this.#store.removeSongs(absent);
      this.#retired += absent.length;
      after = last;
    }
  }

  /** The number of songs that were retired so far. */
  get retired(): number {
    return this.#retired;
  }

  /** Returns whether the dump has a song. A rejected or deferred record counts. */
  presenceOf(songId: string): Presence {
    const ordinal = this.#store.ordinalOf(songId);
    if (ordinal === null) return "unknown";
    return this.#seen.has(ordinal) || this.#retained.has(ordinal) ? "present" : "absent";
  }

  /** Returns the ids of the songs that this dump has added. */
  newSongIds(): string[] {
    return this.#store.songIdsFrom(this.#firstNew);
  }

  /** Removes songs by id: an operator has taken them down, or they are gone from a watched folder. */
  takeDown(songIds: Iterable<string>): void {
    const ordinals = [...songIds].map((id) => this.#store.ordinalOf(id)).filter((ordinal) => ordinal !== null);
    this.#store.removeSongs(ordinals);
    this.#feed?.drop(ordinals);
    this.#retired += ordinals.length;
  }

  /**
   * Returns the deferred songs in the order of the dump and clears the list. From now on conflicting songs are
   * rejected.
   */
  takeDeferred(): DeferredSong[] {
    this.#isDeferring = false;
    const deferred = [...this.#deferred.values()];
    this.#deferred.clear();
    return deferred;
  }

  /** Removes the files of songs that are about to be staged, so that they can take over each other's files. */
  release(songs: readonly DeferredSong[]): void {
    for (let at = 0; at < songs.length; at += RETIRE_BATCH) {
      const ordinals = songs.slice(at, at + RETIRE_BATCH).flatMap(({ ordinal }) => ordinal ?? []);
      this.#store.removeFiles(ordinals);
      this.#feed?.drop(ordinals);
    }
  }

  counts(): StagedCounts {
    const added = this.#next - this.#firstNew;
    const updated = this.#store.countChanged();
    return { added, updated, unchanged: this.#seen.size - added - updated, retired: this.#retired };
  }

  #stageSongs(songs: readonly SourcedSong[]): void {
    const stored = this.#store.songsById(songs.map(({ song }) => song.id));
    const owners = this.#store.ownersOf(songs.flatMap(({ song }) => song.audioFiles.map((file) => file.id)));
    const changes: Change[] = [];
    const batch: BatchFiles = { owners, claims: new Map(), changed: new Set() };
    for (const sourced of songs) {
      const { origin } = sourced;
      const song = sourced.isLenient ? this.#withoutForeignFiles(sourced, batch) : sourced.song;
      const previous = stored.get(song.id) ?? null;
      const conflict = this.#findConflict(song, batch);
      if (conflict?.isDeferrable === true) {
        this.#defer(sourced, previous);
        continue;
      }
      if (conflict !== null) {
        const owner = JSON.stringify(conflict.songId);
        this.#events.reject(origin, conflict.field, `the file already belongs to the song ${owner}`);
        if (previous !== null) this.#retained.add(previous.ordinal);
        continue;
      }
      this.#reportMissing(origin, sourced.missing);
      for (const file of song.audioFiles) batch.claims.set(file.id, song.id);
      const change = this.#changeOf(song, previous, origin);
      if (change === null) continue;
      changes.push(change);
      batch.changed.add(song.id);
    }
    this.#store.removeSongs(changes.filter((change) => change.isStored).map((change) => change.ordinal));
    for (const change of changes) this.#store.insertSong(change.ordinal, change.song, change.digest);
  }

  /** Marks the song as seen and returns the change to write, or null if the song is unchanged. */
  #changeOf(song: CheckedSong, previous: StoredSong | null, origin: Origin): Change | null {
    for (const [at, artist] of song.artists.entries()) this.#putArtist(artist, origin, `artists[${at}]`);
    for (const playlistId of song.playlistIds) this.#store.referToPlaylist(playlistId);
    const ordinal = previous?.ordinal ?? this.#next++;
    const { id, title } = song;
    const deferred = this.#deferred.get(id);
    this.#deferred.delete(id);
    if (deferred !== undefined) this.#events.repeated({ id, title, origin }, deferred);
    else if (this.#seen.has(ordinal)) {
      const earlier = { origin: this.#origins.get(ordinal), title: this.#store.titleOf(ordinal) };
      this.#events.repeated({ id, title, origin }, earlier);
    }
    this.#seen.add(ordinal);
    this.#origins.set(ordinal, origin);
    const digest = songDigest(song);
    const isSame = previous !== null && Buffer.compare(previous.digest, digest) === 0;
    this.#feed?.stage(ordinal, song, !isSame);
    if (isSame) return null;
    if (previous !== null && ordinal < this.#firstNew) this.#store.rememberPrevious(ordinal, previous.digest);
    return { ordinal, isStored: previous !== null, song, digest };
  }

  /**
   * Returns the first file of the song that belongs to another song, or null. Deferrable if that song has not occurred
   * in the dump yet, because its record can still release the file.
   */
  #findConflict(song: Pick<CheckedSong, "id" | "audioFiles">, batch: BatchFiles): Conflict | null {
    for (const [at, file] of song.audioFiles.entries()) {
      const field = `audio_files[${at}].id`;
      const claimant = batch.claims.get(file.id);
      if (claimant !== undefined && claimant !== song.id) {
        return { field, fileId: file.id, songId: claimant, isDeferrable: false };
      }
      const owner = batch.owners.get(file.id);
      if (owner === undefined || owner.songId === song.id || batch.changed.has(owner.songId)) continue;
      return {
        field,
        fileId: file.id,
        songId: owner.songId,
        isDeferrable: this.#isDeferring && !this.#seen.has(owner.ordinal),
      };
    }
    return null;
  }

  /** Removes the files that belong to other songs for certain, and reports them. */
  #withoutForeignFiles({ origin, song }: SourcedSong, batch: BatchFiles): CheckedSong {
    let { audioFiles } = song;
    for (;;) {
      const conflict = this.#findConflict({ id: song.id, audioFiles }, batch);
      if (conflict === null || conflict.isDeferrable) return { ...song, audioFiles };
      const { fileId, songId } = conflict;
      const at = song.audioFiles.findIndex(({ id }) => id === fileId);
      const reason = `the file ${JSON.stringify(fileId)} already belongs to the song ${JSON.stringify(songId)}; left out`;
      this.#events.leftOut(origin, `audio_files[${at}].id`, reason);
      audioFiles = audioFiles.filter(({ id }) => id !== fileId);
    }
  }

  #defer({ origin, song }: SourcedSong, previous: StoredSong | null): void {
    const { id, title } = song;
    const earlier = this.#deferred.get(id);
    this.#deferred.delete(id);
    if (earlier !== undefined) this.#events.repeated({ id, title, origin }, earlier);
    const ordinal = previous?.ordinal ?? null;
    if (ordinal !== null) this.#retained.add(ordinal);
    this.#deferred.set(id, { origin, id, title, ordinal, fileIds: song.audioFiles.map((file) => file.id) });
  }

  #reportRepeated({ origin, song }: Pick<SourcedSong, "origin" | "song">, earlier: SourcedSong | undefined): void {
    if (earlier === undefined) return;
    const { id, title } = song;
    this.#events.repeated({ id, title, origin }, { origin: earlier.origin, title: earlier.song.title });
  }

  #putArtist(artist: CheckedArtist, origin: Origin, field: string): void {
    this.#feed?.name(artist);
    const other = this.#store.putArtist(artist);
    if (other === null) return;
    const names = `${JSON.stringify(other)} in an earlier record and ${JSON.stringify(artist.name)} here`;
    const reason = `the artist ${JSON.stringify(artist.id)} is ${names}; the last one counts`;
    this.#events.contradicts(origin, `${field}.id`, reason);
  }

  #putPlaylist(playlist: CheckedPlaylist, origin: Origin): void {
    const other = this.#store.putPlaylist(playlist);
    if (other === null) return;
    const reason = `an earlier line has the playlist ${playlist.id} with other values (${other}); this one counts`;
    this.#events.contradicts(origin, "playlist.id", reason);
  }

  /** Called only for staged records: missing media of a rejected record do not matter. */
  #reportMissing(origin: Origin, missing: readonly MissingMedium[]): void {
    for (const medium of missing) this.#events.missing(origin, medium);
  }
}
