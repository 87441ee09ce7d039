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
import { exclusive } from "../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { ApiKey } from "../keys/key.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import { type Refused, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { ENTRIES_MAX, type EntryRow, moved, type ShortlistRow, SHORTLISTS_MAX } from "./shortlist.ts";
import {
  type CountedShortlist,
  countEntries,
  countShortlists,
  deleteEntry,
  deleteShortlist,
  entriesOf,
  findEntry,
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
  readonly hasAsset: (reading: Reading, keyId: string, assetId: string) => Work<boolean>;
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

/** A shortlist with its entries in their order. */
export interface ShortlistWithEntries {
  readonly shortlist: ShortlistRow;
  readonly rows: readonly EntryRow[];
}

/** Creates and changes shortlists. A shortlist of another key does not exist for a caller: 404. */
export class Shortlists {
  readonly #deps: ShortlistsDeps;

  constructor(deps: ShortlistsDeps) {
    this.#deps = deps;
  }

  /** Throws Refused (404). */
  async find({ key }: Pick<ShortlistCaller, "key">, id: string): Promise<CountedShortlist> {
    const { db } = this.#deps;
    return await db.read(countedIn(db, key.id, id));
  }

  /** Throws Refused (404). */
  async findWithEntries({ key }: Pick<ShortlistCaller, "key">, id: string): Promise<ShortlistWithEntries> {
    const { db } = this.#deps;
    return await db.read(withEntriesIn(db, key.id, id));
  }

  async create(caller: ShortlistCaller, { name, note = "" }: ShortlistAttributes): Promise<CountedShortlist> {
    const { db, clock, newId } = this.#deps;
    const now = clock.now();
    const row = { id: newId(), keyId: caller.key.id, name, note, createdAt: now, updatedAt: now };
    await db.write((tx) => this.#createIn(tx, caller, row));
    return { row, entries: 0 };
  }

  *#createIn(tx: Writing, caller: ShortlistCaller, row: ShortlistRow): Work<void> {
    yield* exclusive(tx, `shortlists of ${row.keyId}`);
    if ((yield* countShortlists(tx, row.keyId)) >= SHORTLISTS_MAX) throw full("shortlists_full", SHORTLISTS_MAX);
    yield* insertShortlist(tx, row);
    yield* this.#record(tx, caller, "shortlist.created", row.id);
  }

  async change(caller: ShortlistCaller, id: string, change: ShortlistChanges): Promise<CountedShortlist> {
    return await this.#deps.db.write((tx) => this.#changeIn(tx, caller, id, change));
  }

  *#changeIn(tx: Writing, caller: ShortlistCaller, id: string, change: ShortlistChanges): Work<CountedShortlist> {
    yield* changingIn(tx, caller.key.id, id);
    yield* updateShortlist(tx, id, change);
    yield* this.#noteChange(tx, caller, id);
    return yield* countedIn(tx, caller.key.id, id);
  }

  async remove(caller: ShortlistCaller, id: string): Promise<void> {
    await this.#deps.db.write((tx) => this.#removeIn(tx, caller, id));
  }

  *#removeIn(tx: Writing, caller: ShortlistCaller, id: string): Work<void> {
    yield* changingIn(tx, caller.key.id, id);
    yield* deleteShortlist(tx, id);
    yield* this.#record(tx, caller, "shortlist.deleted", id);
  }

  /** Adds a song. A song that the shortlist has already stays as it is, so that adding twice does no harm. */
  async add(caller: ShortlistCaller, id: string, given: EntryAttributes): Promise<AddedEntry> {
    return await this.#deps.db.write((tx) => this.#addIn(tx, caller, id, given));
  }

  *#addIn(tx: Writing, caller: ShortlistCaller, id: string, given: EntryAttributes): Work<AddedEntry> {
    const { clock, newId } = this.#deps;
    yield* changingIn(tx, caller.key.id, id);
    const song = this.#song(given.song_id);
    yield* this.#check(tx, caller, song, given);
    const entries = yield* entriesOf(tx, id);
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
    yield* insertEntry(tx, row);
    yield* move(tx, id, row.id, given.position);
    yield* this.#noteChange(tx, caller, id);
    return { row: yield* entryIn(tx, id, row.id), isNew: true };
  }

  async changeEntry(caller: ShortlistCaller, id: string, entryId: string, change: EntryChanges): Promise<EntryRow> {
    return await this.#deps.db.write((tx) => this.#changeEntryIn(tx, caller, id, { entryId, change }));
  }

  *#changeEntryIn(
    tx: Writing,
    caller: ShortlistCaller,
    id: string,
    { entryId, change }: { readonly entryId: string; readonly change: EntryChanges },
  ): Work<EntryRow> {
    yield* changingIn(tx, caller.key.id, id);
    const entry = yield* entryIn(tx, id, entryId);
    yield* this.#check(tx, caller, isSet(change.audio_file_id) ? this.#song(entry.songId) : null, change);
    yield* updateEntry(tx, entryId, columnsOf(change));
    yield* move(tx, id, entryId, change.position);
    yield* this.#noteChange(tx, caller, id);
    return yield* entryIn(tx, id, entryId);
  }

  async removeEntry(caller: ShortlistCaller, id: string, entryId: string): Promise<void> {
    await this.#deps.db.write((tx) => this.#removeEntryIn(tx, caller, id, entryId));
  }

  *#removeEntryIn(tx: Writing, caller: ShortlistCaller, id: string, entryId: string): Work<void> {
    yield* changingIn(tx, caller.key.id, id);
    yield* entryIn(tx, id, entryId);
    yield* deleteEntry(tx, entryId);
    const left = yield* entriesOf(tx, id);
    yield* writeOrder(
      tx,
      left.map((entry) => entry.id),
    );
    yield* this.#noteChange(tx, caller, id);
  }

  /** Records a change of a shortlist, with its time. */
  *#noteChange(tx: Writing, caller: ShortlistCaller, id: string): Work<void> {
    yield* updateShortlist(tx, id, { updatedAt: this.#deps.clock.now() });
    yield* this.#record(tx, caller, "shortlist.changed", id);
  }

  #song(id: string): SongRecord {
    const song = this.#deps.catalog.current()?.db.songsByIds([id]).get(id);
    if (song !== undefined) return song;
    const detail = `The catalog has no song ${JSON.stringify(shorten(id))}.`;
    throw refuse("song_unavailable", { detail, source: { pointer: "/data/attributes/song_id" } });
  }

  *#check(tx: Writing, { key }: ShortlistCaller, song: SongRecord | null, given: EntryChanges): Work<void> {
    const { audio_file_id: fileId = null, asset_id: assetId = null } = given;
    if (fileId !== null && song?.audioFiles.every(({ id }) => id !== fileId) === true) {
      throw refuse("invalid_attribute", {
        detail: `\`audio_file_id\`: the song has no audio file ${JSON.stringify(shorten(fileId))}.`,
        source: { pointer: "/data/attributes/audio_file_id" },
      });
    }
    if (assetId !== null && !(yield* this.#deps.hasAsset(tx, key.id, assetId))) {
      const detail = `This key has no asset ${JSON.stringify(shorten(assetId))}.`;
      throw refuse("asset_unavailable", { detail, source: { pointer: "/data/attributes/asset_id" } });
    }
  }

  *#record(
    tx: Writing,
    { key, requestId }: ShortlistCaller,
    action: "shortlist.created" | "shortlist.changed" | "shortlist.deleted",
    shortlist: string,
  ): Work<void> {
    yield* this.#deps.audit.recordIn(tx, { ...byKey(key, requestId), action, objects: { shortlist } });
  }
}

/** The name of a song as an entry keeps it. */
export function nameOf({ title, artists }: SongRecord): Pick<EntryRow, "songTitle" | "songArtists"> {
  return { songTitle: title, songArtists: artists.map(({ name }) => name).join(", ") };
}

/** Returns a shortlist of a key. Throws Refused (404). */
export function* ownedIn(reading: Reading, keyId: string, id: string): Work<ShortlistRow> {
  const row = yield* findShortlist(reading, keyId, id);
  if (row === null) throw refuse("not_found");
  return row;
}

/** As `ownedIn`, for a transaction that reads the entries or links of a shortlist and then changes them. */
export function* changingIn(tx: Writing, keyId: string, id: string): Work<ShortlistRow> {
  yield* exclusive(tx, `shortlist ${id}`);
  return yield* ownedIn(tx, keyId, id);
}

function* countedIn(reading: Reading, keyId: string, id: string): Work<CountedShortlist> {
  const row = yield* ownedIn(reading, keyId, id);
  return { row, entries: yield* countEntries(reading, id) };
}

function* withEntriesIn(reading: Reading, keyId: string, id: string): Work<ShortlistWithEntries> {
  const shortlist = yield* ownedIn(reading, keyId, id);
  return { shortlist, rows: yield* entriesOf(reading, id) };
}

function* entryIn(tx: Writing, shortlistId: string, entryId: string): Work<EntryRow> {
  const row = yield* findEntry(tx, shortlistId, entryId);
  if (row === null) throw refuse("not_found");
  return row;
}

function* move(tx: Writing, shortlistId: string, entryId: string, position: number | undefined): Work<void> {
  if (position === undefined) return;
  const rows = yield* entriesOf(tx, shortlistId);
  const ids = rows.map(({ id }) => id);
  yield* writeOrder(tx, moved(ids, entryId, position));
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
