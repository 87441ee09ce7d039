import { loadAll, type LoadPage } from "./paged.ts";

/**
 * Returns a loader of the entries that match, for lists whose API has no such filter and that are short: it reads the list to its
 * end. Without a filter, the list is read page by page.
 */
export function matching<Entry>(
  load: LoadPage<Entry>,
  isFiltered: boolean,
  isShown: (entry: Entry) => boolean,
): LoadPage<Entry> {
  return isFiltered ? async () => ({ data: (await loadAll(load)).filter(isShown), links: {} }) : load;
}

/** Returns whether a time of the API is on or after the first day and before the second, in UTC as in the API. */
export function isBetween(iso: string, from: string, to: string): boolean {
  return (from === "" || iso >= from) && (to === "" || iso < to);
}
