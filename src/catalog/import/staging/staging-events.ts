import type { Origin } from "./origin.ts";

export interface MissingMedium {
  readonly field: string;
  readonly reason: string;
}

export interface StagingEvents {
  /** Rejects a valid record that conflicts with the catalog. */
  reject(origin: Origin, field: string, reason: string): void;
  /** The record was staged without a medium. */
  missing(origin: Origin, medium: MissingMedium): void;
  /** This song replaces an earlier song of the import with the same id. */
  repeated(song: TitledSong & { readonly id: string }, earlier: TitledSong): void;
  /** The record was staged without this file, because it belongs to another song. */
  leftOut(origin: Origin, field: string, reason: string): void;
  /** This artist or playlist has other values than an earlier record of the import with the same id. */
  contradicts(origin: Origin, field: string, reason: string): void;
}

/** A song of the import with its place. */
export interface TitledSong {
  readonly origin: Origin;
  readonly title: string;
}
