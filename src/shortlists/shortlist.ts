import type { shortlistEntries, shortlists } from "../../schema/tables/service/shortlists.ts";

export type ShortlistRow = typeof shortlists.$inferSelect;
export type EntryRow = typeof shortlistEntries.$inferSelect;

/** Shortlists of one key. */
export const SHORTLISTS_MAX = 200;
/** Songs of one shortlist. All of them are one answer, with the songs, so this also bounds the size of answers. */
export const ENTRIES_MAX = 200;

/** Why a song cannot be heard: the catalog does not have it any more, or the operator took it down. */
export type EntryAvailability = "available" | "retired" | "removed";

/**
 * Returns the ids in a new order: `id` moves to `position`, which counts from 1; a position beyond the end is the end. An id that
 * is not in the list is added.
 */
export function moved(ids: readonly string[], id: string, position: number): readonly string[] {
  const others = ids.filter((one) => one !== id);
  const index = Math.min(position, others.length + 1) - 1;
  return [...others.slice(0, index), id, ...others.slice(index)];
}
