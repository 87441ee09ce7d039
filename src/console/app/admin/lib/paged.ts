import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { messageOf } from "../../lib/client.ts";

/** Entries of a page of a list, and the link to the next. */
export interface LoadedPage<Entry> {
  readonly data: readonly Entry[];
  readonly links: { readonly next?: string };
}

/** Loads the page at a cursor; the first without one. */
export type LoadPage<Entry> = (cursor: string | undefined, size: number) => Promise<LoadedPage<Entry>>;

const PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 100;
/** An export has at most this many entries. */
const EXPORT_MAX = 10_000;

export interface PagedList<Entry> {
  readonly entries: Signal<readonly Entry[] | null>;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly trouble: string | null;
  more(): void;
  reload(): void;
  /** Loads all entries for an export. */
  all(): Promise<readonly Entry[]>;
}

/** Loads a list page by page, and from the start when `filter` changes. Superseded answers are dropped. */
export function usePaged<Entry>(load: LoadPage<Entry>, filter: string): PagedList<Entry> {
  const entries = useSignal<readonly Entry[] | null>(null);
  const next = useSignal<string | undefined>(undefined);
  const isLoading = useSignal(true);
  const trouble = useSignal<string | null>(null);
  const latest = useRef(0);

  const fetchPage = async (cursor: string | undefined): Promise<void> => {
    latest.current += 1;
    const turn = latest.current;
    isLoading.value = true;
    try {
      const page = await load(cursor, PAGE_SIZE);
      if (turn !== latest.current) return;
      entries.value = cursor === undefined ? page.data : [...(entries.value ?? []), ...page.data];
      next.value = cursorIn(page.links.next);
      trouble.value = null;
    } catch (error) {
      if (turn === latest.current) trouble.value = messageOf(error);
    } finally {
      if (turn === latest.current) isLoading.value = false;
    }
  };

  useEffect(() => void fetchPage(undefined), [filter]);

  return {
    entries,
    hasMore: next.value !== undefined,
    isLoading: isLoading.value,
    trouble: trouble.value,
    more: () => void fetchPage(next.value),
    reload: () => void fetchPage(undefined),
    all: () => loadAll(load),
  };
}

/** Loads the pages of a list for an export. */
export async function loadAll<Entry>(load: LoadPage<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor, EXPORT_PAGE_SIZE);
    all.push(...page.data);
    cursor = cursorIn(page.links.next);
  } while (cursor !== undefined && all.length < EXPORT_MAX);
  return all.slice(0, EXPORT_MAX);
}

function cursorIn(link: string | undefined): string | undefined {
  return link === undefined ? undefined : (new URL(link).searchParams.get("page[cursor]") ?? undefined);
}
