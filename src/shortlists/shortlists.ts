import { runNow } from "../db/work.ts";
import type {
  EntryAttributes,
  EntryChanges,
  ShortlistAttributes,
  ShortlistChanges,
} from "../../schema/wire/shortlist.ts";
import { byKey } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { ApiKey } from "../keys/key.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import { type Refused, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { ENTRIES_MAX, type EntryRow, moved, type ShortlistRow, SHORTLISTS_MAX } from "./shortlist.ts";
import {
  countShortlists,
  deleteEntry,
  deleteShortlist,
  entriesOf,
  findShortlist,
  insertEntry,
  insertShortlist,
  updateEntry,
  updateShortlist,
  writeOrder,
} from "./store.ts";

export interface ShortlistsDeps {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: AuditTrail;
  readonly catalog: Pick<LiveCatalog, "current">;
  /** Whether a key has an asset. */
  readonly hasAsset: (reading: Reading, keyId: string, assetId: string) => boolean;
}

/** The key of a request, and the request's id. */
export interface ShortlistCaller {
  readonly key: ApiKey;
  readonly requestId: string;
}

/** An entry that a request has asked for, and whether the shortlist had its song before. */
export interface AddedEntry {
  readonly row: EntryRow;
  readonly isNew: boolean;
}

/** Creates and changes shortlists. A shortlist of another key does not exist for a caller: 404. */
export class Shortlists {
  readonly #deps: ShortlistsDeps;

  constructor(deps: ShortlistsDeps) {
    this.#deps = deps;
  }

  /** Throws Refused (404). */
  find({ key }: Pick<ShortlistCaller, "key">, id: string): ShortlistRow {
    return owned(findShortlist(this.#deps.db, key.id, id));
  }

  create(caller: ShortlistCaller, { name, note = "" }: ShortlistAttributes): ShortlistRow {
    const { db, clock, newId } = this.#deps;
    const now = clock.now();
    const row = { id: newId(), keyId: caller.key.id, name, note, createdAt: now, updatedAt: now };
    db.transaction((tx) => {
      if (countShortlists(tx, row.keyId) >= SHORTLISTS_MAX) throw full("shortlists_full", SHORTLISTS_MAX);
      insertShortlist(tx, row);
      this.#record(tx, caller, "shortlist.created", row.id);
    });
    return row;
  }

  change(caller: ShortlistCaller, id: string, change: ShortlistChanges): ShortlistRow {
    return this.#deps.db.transaction((tx) => {
      owned(findShortlist(tx, caller.key.id, id));
      updateShortlist(tx, id, change);
      return this.#changed(tx, caller, id);
    });
  }

  remove(caller: ShortlistCaller, id: string): void {
    this.#deps.db.transaction((tx) => {
      owned(findShortlist(tx, caller.key.id, id));
      deleteShortlist(tx, id);
      this.#record(tx, caller, "shortlist.deleted", id);
    });
  }

  /** Adds a song. A song that the shortlist has already stays as it is, so that adding twice does no harm. */
  add(caller: ShortlistCaller, id: string, given: EntryAttributes): AddedEntry {
    const { db, clock, newId } = this.#deps;
    return db.transaction((tx): AddedEntry => {
      owned(findShortlist(tx, caller.key.id, id));
      const song = this.#song(given.song_id);
      this.#check(tx, caller, song, given);
      const entries = entriesOf(tx, id);
      const known = entries.find(({ songId }) => songId === song.id);
      if (known !== undefined) return { row: known, isNew: false };
      if (entries.length >= ENTRIES_MAX) throw full("shortlist_full", ENTRIES_MAX);
      const row: EntryRow = {
        id: newId(),
        shortlistId: id,
        position: entries.length + 1,
        songId: song.id,
        ...nameOf(song),
        note: "",
        rating: 0,
        audioFileId: null,
        assetId: null,
        offsetSeconds: null,
        addedAt: clock.now(),
        ...columnsOf(given),
      };
      insertEntry(tx, row);
      this.#move(tx, id, row.id, given.position);
      this.#changed(tx, caller, id);
      return { row: entryIn(tx, id, row.id), isNew: true };
    });
  }

  changeEntry(caller: ShortlistCaller, id: string, entryId: string, change: EntryChanges): EntryRow {
    return this.#deps.db.transaction((tx) => {
      owned(findShortlist(tx, caller.key.id, id));
      const entry = entryIn(tx, id, entryId);
      this.#check(tx, caller, isSet(change.audio_file_id) ? this.#song(entry.songId) : null, change);
      updateEntry(tx, entryId, columnsOf(change));
      this.#move(tx, id, entryId, change.position);
      this.#changed(tx, caller, id);
      return entryIn(tx, id, entryId);
    });
  }

  removeEntry(caller: ShortlistCaller, id: string, entryId: string): void {
    this.#deps.db.transaction((tx) => {
      owned(findShortlist(tx, caller.key.id, id));
      entryIn(tx, id, entryId);
      deleteEntry(tx, entryId);
      writeOrder(
        tx,
        entriesOf(tx, id).map((entry) => entry.id),
      );
      this.#changed(tx, caller, id);
    });
  }

  /** Records a change of a shortlist, with its time, and returns the changed row. */
  #changed(tx: Writing, caller: ShortlistCaller, id: string): ShortlistRow {
    updateShortlist(tx, id, { updatedAt: this.#deps.clock.now() });
    this.#record(tx, caller, "shortlist.changed", id);
    return owned(findShortlist(tx, caller.key.id, id));
  }

  #move(tx: Writing, shortlistId: string, entryId: string, position: number | undefined): void {
    if (position === undefined) return;
    const ids = entriesOf(tx, shortlistId).map(({ id }) => id);
    writeOrder(tx, moved(ids, entryId, position));
  }

  #song(id: string): SongRecord {
    const song = this.#deps.catalog.current()?.db.songsByIds([id]).get(id);
    if (song !== undefined) return song;
    const detail = `The catalog has no song ${JSON.stringify(shorten(id))}.`;
    throw refuse("song_unavailable", { detail, source: { pointer: "/data/attributes/song_id" } });
  }

  #check(tx: Writing, { key }: ShortlistCaller, song: SongRecord | null, given: EntryChanges): void {
    const { audio_file_id: fileId = null, asset_id: assetId = null } = given;
    if (fileId !== null && song?.audioFiles.every(({ id }) => id !== fileId) === true) {
      throw refuse("invalid_attribute", {
        detail: `\`audio_file_id\`: the song has no audio file ${JSON.stringify(shorten(fileId))}.`,
        source: { pointer: "/data/attributes/audio_file_id" },
      });
    }
    if (assetId !== null && !this.#deps.hasAsset(tx, key.id, assetId)) {
      const detail = `This key has no asset ${JSON.stringify(shorten(assetId))}.`;
      throw refuse("asset_unavailable", { detail, source: { pointer: "/data/attributes/asset_id" } });
    }
  }

  #record(
    tx: Writing,
    { key, requestId }: ShortlistCaller,
    action: "shortlist.created" | "shortlist.changed" | "shortlist.deleted",
    shortlist: string,
  ): void {
    runNow(this.#deps.audit.recordIn(tx, { ...byKey(key, requestId), action, objects: { shortlist } }));
  }
}

/** The name of a song as an entry keeps it. */
export function nameOf({ title, artists }: SongRecord): Pick<EntryRow, "songTitle" | "songArtists"> {
  return { songTitle: title, songArtists: artists.map(({ name }) => name).join(", ") };
}

function owned(row: ShortlistRow | null): ShortlistRow {
  if (row === null) throw refuse("not_found");
  return row;
}

function entryIn(tx: Writing, shortlistId: string, entryId: string): EntryRow {
  const row = entriesOf(tx, shortlistId).find(({ id }) => id === entryId);
  if (row === undefined) throw refuse("not_found");
  return row;
}

function full(name: "shortlists_full" | "shortlist_full", limit: number): Refused {
  return refuse(name, { meta: { limit } });
}

function isSet(id: string | null | undefined): boolean {
  return id !== null && id !== undefined;
}

function columnsOf(given: EntryChanges): Partial<EntryRow> {
  const { note, rating, audio_file_id: audioFileId, asset_id: assetId, offset_seconds: offsetSeconds } = given;
  return {
    ...(note === undefined ? {} : { note }),
    ...(rating === undefined ? {} : { rating }),
    ...(audioFileId === undefined ? {} : { audioFileId }),
    ...(assetId === undefined ? {} : { assetId }),
    ...(offsetSeconds === undefined ? {} : { offsetSeconds }),
  };
}
