import type { ServiceDb, Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import { claimsOf, claimsOfOthers, deleteClaims, putClaims } from "./claims-store.ts";
import type { Presence, SongClaims, Unread } from "./song-claims.ts";
import { putImported, watchFolder } from "./watch-store.ts";

/** Retiring more than this share of a folder's songs is most likely a mistake, so an operator confirms it. */
const RETIRED_SHARE = 0.1;
/** Fewer songs never need a confirmation, as with `import --replace`. */
const RETIRED_FREE = 5;

/** Differs from the digest of any files, so the folder is imported again. */
const NOT_COMPLETE = "";

/** Whether so many songs of a folder disappeared that it is most likely a mistake. */
export function isManyOf(absent: number, songs: number): boolean {
  return absent >= RETIRED_FREE && absent > songs * RETIRED_SHARE;
}

export interface WatchedImport {
  /** Absolute path. */
  readonly folder: string;
  readonly fingerprint: string;
  readonly now: number;
  readonly graceMs: number;
}

/** What the database has of a watched folder. */
interface FolderState {
  /** The songs of the folder, with the time since when it lacks them. */
  readonly own: ReadonlyMap<string, number | null>;
  /** The songs that other watched folders have. */
  readonly others: ReadonlySet<string>;
  /** How many songs an operator allowed to retire; null for none. */
  readonly confirmed: number | null;
}

/** The claims of the import of a watched folder. Songs that other imports have brought are never claimed nor retired. */
export class FolderClaims implements SongClaims {
  readonly #db: ServiceDb;
  readonly #watched: WatchedImport;
  #present: string[] = [];
  #absent: string[] = [];
  #dropped: string[] = [];
  #held = 0;
  #used: number | null = null;
  #unread: string | null = null;

  constructor(db: ServiceDb, watched: WatchedImport) {
    this.#db = db;
    this.#watched = watched;
  }

  /** The number of songs that wait for a confirmation. */
  get held(): number {
    return this.#held;
  }

  /** Why a file could not be read; null if all were read. */
  get unread(): string | null {
    return this.#unread;
  }

  /** The import holds its lock by then, so no other import changes the claims until it ends. */
  async decide(presenceOf: (songId: string) => Presence, { files, records }: Unread): Promise<readonly string[]> {
    this.#unread = files[0] ?? null;
    const { folder, now, graceMs } = this.#watched;
    const { own, others, confirmed } = await this.#db.read(stateOf(this.#db, folder));
    this.#used = confirmed;
    const overdue: string[] = [];
    for (const [songId, since] of own) {
      const presence = presenceOf(songId);
      if (presence === "unknown") this.#dropped.push(songId);
      else if (presence === "present" || this.#unread !== null) {
        // A file that cannot be read can have any song, so none counts as absent.
        if (since !== null) this.#present.push(songId);
      } else if (since === null || since > now) {
        this.#absent.push(songId);
        if (graceMs === 0) overdue.push(songId);
      } else if (!isFresh(since, now, graceMs)) overdue.push(songId);
    }
    for (const songId of others) {
      if (!own.has(songId) && presenceOf(songId) === "present") this.#present.push(songId);
    }
    // A song that another watched folder still has stays in the catalog.
    const retired = overdue.filter((songId) => !others.has(songId));
    // A rejected record whose song is not known can be of any of them.
    const isDoubtful = isManyOf(retired.length, own.size) || records > 0;
    if (isDoubtful && retired.length > (confirmed ?? 0)) {
      this.#held = retired.length;
      this.#dropped.push(...overdue.filter((songId) => others.has(songId)));
      return [];
    }
    this.#dropped.push(...overdue);
    return retired;
  }

  addNew(songIds: readonly string[]): void {
    this.#present.push(...songIds);
  }

  hasChanges(): boolean {
    return true;
  }

  *write(tx: Writing): Work<void> {
    const { folder, fingerprint, now } = this.#watched;
    // A song that the folder lacked and has again is new, too, if the catalog had lost it.
    yield* putClaims(tx, folder, [...new Set(this.#present)], null);
    yield* putClaims(tx, folder, this.#absent, now);
    yield* deleteClaims(tx, folder, this.#dropped);
    const complete = this.#unread === null ? fingerprint : NOT_COMPLETE;
    yield* putImported(tx, { folder, fingerprint: complete, now, held: this.#held, used: this.#used });
  }
}

function* stateOf(db: ServiceDb, folder: string): Work<FolderState> {
  return {
    own: yield* claimsOf(db, folder),
    others: yield* claimsOfOthers(db, folder),
    confirmed: (yield* watchFolder(db, folder))?.confirmed ?? null,
  };
}
