/** Asks the thread to pack the index. */
export const PACK = "pack";

/** To the thread: songs as JSON (a list of `SongDocument`), or `PACK`. */
export type IndexRequest = string;

/** From the thread. */
export type IndexAnswer =
  /** The songs of a request of this length were added. */
  | { readonly kind: "added"; readonly chars: number }
  /** The bytes of the index in consecutive chunks. */
  | { readonly kind: "packed"; readonly chunks: readonly Uint8Array[] }
  | { readonly kind: "failed"; readonly message: string };
