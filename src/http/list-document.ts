import { encodeCursor } from "./cursor.ts";
import { listLink, type ListQuery, nextLink } from "./list-query.ts";

export interface ListedPage {
  readonly data: readonly object[];
  /** The position of the last entry, if there are more. */
  readonly last: string | null;
}

/** Returns the document of one page of a list. */
export function listDocument(
  { data, last }: ListedPage,
  { parameters }: Pick<ListQuery<unknown, unknown>, "parameters">,
  { baseUrl, path }: { readonly baseUrl: string; readonly path: string },
): object {
  const next = last === null ? {} : { next: nextLink(baseUrl, path, parameters, encodeCursor(last)) };
  return { data, links: { self: listLink(baseUrl, path, parameters), ...next } };
}

/**
 * Returns the entries of a short list, which is in memory, after the entry with the id `after`. A list that was asked for with an
 * id that is gone begins again.
 */
export function pageAfter<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  { after, size }: Pick<ListQuery<string, unknown>, "after" | "size">,
): { readonly shown: readonly Entry[]; readonly last: string | null } {
  const start = after === null ? 0 : entries.findIndex(({ id }) => id === after) + 1;
  const shown = entries.slice(start, start + size);
  return { shown, last: start + size < entries.length ? (shown.at(-1)?.id ?? null) : null };
}
