/** What an import spends its time on. Reading, checking, media and rows take turns. */
export type ImportStage =
  /** Finding the files, and copying the current catalog. */
  | "prepare"
  /** Files → parsed lines. */
  | "read"
  /** Lines → checked records. */
  | "check"
  /** Locating and storing media. */
  | "media"
  /** Records → rows. */
  | "rows"
  /** Retired and deferred songs, references, version. */
  | "finish rows"
  /** Songs → terms and filter tables. */
  | "gather"
  /** Terms → the file of the index. */
  | "pack"
  /** The new generation becomes the current one. */
  | "switch";

/** Called when a piece of work ends. The time since the previous call belongs to `stage`. */
export type OnStage = (stage: ImportStage) => void;
