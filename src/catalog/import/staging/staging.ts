import type { CheckedRecord, CheckedSong } from "../check/checked-record.ts";
import { OrdinalSet } from "./ordinal-set.ts";
import { songDigest } from "./song-digest.ts";
import type { FileOwner, StageStore, StoredSong } from "./stage-store.ts";

/** Where a record came from. */
export interface Origin {
  readonly file: string;
  readonly line: number;
}

/** A good record with its origin, and the media it named that are not there. */
export interface PlacedRecord {
  readonly origin: Origin;
  readonly record: CheckedRecord;
  readonly missing: readonly MissingMedium[];
}

export interface MissingMedium {
  readonly field: string;
  readonly reason: string;
}

/** A song whose files belong to songs that this dump may still change: judged when all of it is read. */
export interface DeferredSong {
  readonly origin: Origin;
  readonly id: string;
  /** Null for a new song. */
  readonly ordinal: number | null;
  readonly fileIds: readonly string[];
}

export interface StagingEvents {
  /** The record is rejected although it is good by itself. */
  reject(origin: Origin, field: string, reason: string): void;
  /** The record landed without a medium. */
  missing(origin: Origin, medium: MissingMedium): void;
  /** A record with the same id came before: this one counts instead. */
  repeated(origin: Origin, songId: string): void;
}

export interface StagedCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly retired: number;
}

const RETIRE_BATCH = 1_000;

/**
 * Phase three: brings checked records into the generation that is being made, a batch at a time, and keeps
 * count of what that meant. A song is known by its id; its ordinal stays the same for life.
 */
export class Staging {
  readonly #store: StageStore;
  readonly #events: StagingEvents;
  readonly #firstNew: number;
  #next: number;
  /** Songs this dump has, as it has them now. */
  readonly #seen = new OrdinalSet();
  /** Songs this dump has in some form, be it one that was rejected: not to be retired. */
  readonly #kept = new OrdinalSet();
  readonly #deferred = new Map<string, DeferredSong>();
  #retired = 0;
  /** False once the whole dump has been read: a conflict is final then. */
  #judgesLater = true;

  constructor(store: StageStore, events: StagingEvents) {
    this.#store = store;
    this.#events = events;
    this.#firstNew = store.nextOrdinal();
    this.#next = this.#firstNew;
  }

  /** Stages a batch in the dump's order. Of several songs with one id the last one wins. */
  stage(batch: readonly PlacedRecord[]): void {
    const songs = new Map<string, PlacedSong>();
    for (const { origin, record, missing } of batch) {
      switch (record.kind) {
        case "artist":
          this.#store.putArtist(record.artist);
          this.#tellMissing(origin, missing);
          break;
        case "playlist":
          this.#store.putPlaylist(record.playlist);
          break;
        case "song":
          if (songs.delete(record.song.id)) this.#events.repeated(origin, record.song.id);
          songs.set(record.song.id, { origin, song: record.song, missing });
          break;
      }
    }
    this.#stageSongs([...songs.values()]);
    this.#store.flush();
  }

  /** Keeps the song a rejected record was about: the dump still has it, if not well. */
  keep(songId: string): void {
    const ordinal = this.#store.ordinalOf(songId);
    if (ordinal !== null) this.#kept.add(ordinal);
  }

  /** Phase four: removes the songs that the dump does not have. */
  retire(): void {
    for (let after = -1; ;) {
      const ordinals = this.#store.ordinalsAfter(after, RETIRE_BATCH);
      const last = ordinals.at(-1);
      if (last === undefined) return;
      const gone = ordinals.filter((ordinal) => !this.#seen.has(ordinal) && !this.#kept.has(ordinal));
      this.#store.removeSongs(gone);
      this.#retired += gone.length;
      after = last;
    }
  }

  /** The songs still to be judged, in the dump's order; they are no longer deferred afterwards. */
  takeDeferred(): DeferredSong[] {
    this.#judgesLater = false;
    const deferred = [...this.#deferred.values()];
    this.#deferred.clear();
    return deferred;
  }

  /** Frees the files of songs that are about to be staged, so that these can take over each other's. */
  release(songs: readonly DeferredSong[]): void {
    for (let at = 0; at < songs.length; at += RETIRE_BATCH) {
      const ordinals = songs.slice(at, at + RETIRE_BATCH).map((song) => song.ordinal);
      this.#store.removeFiles(ordinals.filter((ordinal) => ordinal !== null));
    }
  }

  counts(): StagedCounts {
    const added = this.#next - this.#firstNew;
    const updated = this.#store.countChanged();
    return { added, updated, unchanged: this.#seen.size - added - updated, retired: this.#retired };
  }

  #stageSongs(songs: readonly PlacedSong[]): void {
    const stored = this.#store.songsById(songs.map(({ song }) => song.id));
    const owners = this.#store.ownersOf(songs.flatMap(({ song }) => song.audioFiles.map((file) => file.id)));
    const changes: Change[] = [];
    const batch: BatchFiles = { owners, claims: new Map(), changed: new Set() };
    for (const placed of songs) {
      const { song, origin } = placed;
      const former = stored.get(song.id) ?? null;
      const conflict = this.#findConflict(song, batch);
      if (conflict?.mayEnd === true) {
        this.#defer(placed, former);
        continue;
      }
      if (conflict !== null) {
        const owner = JSON.stringify(conflict.songId);
        this.#events.reject(origin, conflict.field, `the file belongs to the song ${owner} already`);
        if (former !== null) this.#kept.add(former.ordinal);
        continue;
      }
      this.#tellMissing(origin, placed.missing);
      for (const file of song.audioFiles) batch.claims.set(file.id, song.id);
      const change = this.#judge(song, former, origin);
      if (change === null) continue;
      changes.push(change);
      batch.changed.add(song.id);
    }
    this.#store.removeSongs(changes.filter((change) => change.isStored).map((change) => change.ordinal));
    for (const change of changes) this.#store.insertSong(change.ordinal, change.song, change.digest);
  }

  /** Notes that the dump has the song, and says what is to be written: null when it is as it was. */
  #judge(song: CheckedSong, former: StoredSong | null, origin: Origin): Change | null {
    for (const artist of song.artists) this.#store.putArtist(artist);
    for (const playlistId of song.playlistIds) this.#store.referToPlaylist(playlistId);
    const ordinal = former?.ordinal ?? this.#next++;
    if (this.#deferred.delete(song.id) || this.#seen.has(ordinal)) this.#events.repeated(origin, song.id);
    this.#seen.add(ordinal);
    const digest = songDigest(song);
    if (former !== null && Buffer.compare(former.digest, digest) === 0) return null;
    if (former !== null && ordinal < this.#firstNew) this.#store.rememberFormer(ordinal, former.digest);
    return { ordinal, isStored: former !== null, song, digest };
  }

  /** A file that another song has. `mayEnd`: that song has not come up in this dump yet, and may let go of it. */
  #findConflict(song: CheckedSong, batch: BatchFiles): Conflict | null {
    for (const [at, file] of song.audioFiles.entries()) {
      const field = `audio_files[${at}].id`;
      const claimant = batch.claims.get(file.id);
      if (claimant !== undefined && claimant !== song.id) return { field, songId: claimant, mayEnd: false };
      const owner = batch.owners.get(file.id);
      if (owner === undefined || owner.songId === song.id || batch.changed.has(owner.songId)) continue;
      return { field, songId: owner.songId, mayEnd: this.#judgesLater && !this.#seen.has(owner.ordinal) };
    }
    return null;
  }

  #defer({ origin, song }: PlacedSong, former: StoredSong | null): void {
    if (this.#deferred.delete(song.id)) this.#events.repeated(origin, song.id);
    const ordinal = former?.ordinal ?? null;
    if (ordinal !== null) this.#kept.add(ordinal);
    this.#deferred.set(song.id, { origin, id: song.id, ordinal, fileIds: song.audioFiles.map((file) => file.id) });
  }

  /** Only of a record that lands: a rejected one lands neither with its media nor without. */
  #tellMissing(origin: Origin, missing: readonly MissingMedium[]): void {
    for (const medium of missing) this.#events.missing(origin, medium);
  }
}

interface PlacedSong {
  readonly origin: Origin;
  readonly song: CheckedSong;
  readonly missing: readonly MissingMedium[];
}

interface Change {
  readonly ordinal: number;
  readonly isStored: boolean;
  readonly song: CheckedSong;
  readonly digest: Uint8Array;
}

interface Conflict {
  readonly field: string;
  readonly songId: string;
  readonly mayEnd: boolean;
}

/** Whose the files of a batch's songs are: before the batch, and by what it has brought so far (song ids). */
interface BatchFiles {
  readonly owners: ReadonlyMap<string, FileOwner>;
  readonly claims: Map<string, string>;
  readonly changed: Set<string>;
}
