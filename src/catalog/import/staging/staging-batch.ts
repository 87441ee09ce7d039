import type { CheckedSong } from "../check/checked-record.ts";
import type { Origin } from "./origin.ts";
import type { FileOwner } from "./stage-store.ts";
import type { MissingMedium } from "./staging-events.ts";

/** A song of a batch with its origin and its missing media. */
export interface SourcedSong {
  readonly origin: Origin;
  readonly song: CheckedSong;
  readonly missing: readonly MissingMedium[];
  readonly isLenient: boolean;
}

/** A song to write. */
export interface Change {
  readonly ordinal: number;
  readonly isStored: boolean;
  readonly song: CheckedSong;
  readonly digest: Uint8Array;
}

/** A file of a song that belongs to another song. */
export interface Conflict {
  readonly field: string;
  readonly fileId: string;
  readonly songId: string;
  readonly isDeferrable: boolean;
}

/** The owners of the files of a batch: before the batch, and claimed by its songs so far. Values are song ids. */
export interface BatchFiles {
  readonly owners: ReadonlyMap<string, FileOwner>;
  readonly claims: Map<string, string>;
  readonly changed: Set<string>;
}
