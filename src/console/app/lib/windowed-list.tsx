import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { RowHeights } from "./row-heights.ts";

/** What the top bar covers. */
const TOP_PIXELS = 64;
/** Pixels above and below the window in which rows are rendered, too. */
const MARGIN_PIXELS = 600;

/** The rows in the page, and the first of them below the top bar. */
interface ShownRows {
  readonly first: number;
  readonly last: number;
  readonly top: number;
}

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  /** The name for screen readers. */
  readonly label: string;
  readonly keyOf: (item: Item, index: number) => string;
  /** Called once for an item at an index, as long as `items` is the same: what changes belongs into components. */
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** The height of a row that was not rendered yet. */
  readonly estimatePixels: number;
  /** Called when other rows are shown. */
  readonly onShown?: (rows: ShownRows) => void;
  /** A row to scroll to. The list sets it to null when it has done so. */
  readonly jump?: Signal<number | null>;
}

/** A list of which only the rows near the window are in the page, so that 5,000 rows cost as much as 25. Rows can differ in height. */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { items, label, estimatePixels, onShown, jump } = props;
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new RowHeights(items.length, estimatePixels));
  if (heights.current.length !== items.length) heights.current = new RowHeights(items.length, estimatePixels);
  const look = (): ShownRows => {
    const top = -(list.current?.getBoundingClientRect().top ?? 0);
    return {
      first: heights.current.at(top - MARGIN_PIXELS),
      last: heights.current.at(top + innerHeight + MARGIN_PIXELS),
      top: heights.current.at(top + TOP_PIXELS),
    };
  };
  const shown = useSignal<ShownRows>(useMemo(look, []));
  const lookAgain = (): void => {
    const rows = look();
    const { first, last, top } = shown.peek();
    if (rows.first !== first || rows.last !== last || rows.top !== top) shown.value = rows;
  };

  useEffect(() => {
    lookAgain();
    addEventListener("scroll", lookAgain, { passive: true });
    addEventListener("resize", lookAgain);
    return () => {
      removeEventListener("scroll", lookAgain);
      removeEventListener("resize", lookAgain);
    };
  }, [items]);

  const jumpsTo = jump?.value ?? null;
  useLayoutEffect(() => {
    if (jumpsTo === null || jump === undefined || items.length === 0) return;
    const start = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    scrollTo(0, jumpsTo === 0 ? 0 : start + heights.current.offset(jumpsTo) - TOP_PIXELS);
    jump.value = null;
  }, [jumpsTo, items.length]);

  const measured = useSignal(0);
  // Reading the signal renders again after a row was measured.
  void measured.value;
  const { first, last, top } = shown.value;
  useLayoutEffect(() => {
    const observer = new ResizeObserver((entries) => {
      const changes = entries.map(({ target, borderBoxSize }) =>
        heights.current.set(Number((target as HTMLElement).dataset["index"]), borderBoxSize[0]?.blockSize ?? 0),
      );
      if (!changes.includes(true)) return;
      measured.value += 1;
      lookAgain();
    });
    for (const row of list.current?.querySelectorAll("[data-index]") ?? []) observer.observe(row);
    return () => observer.disconnect();
  }, [items, first, last]);
  useEffect(() => onShown?.({ first, last, top }), [first, last, top, onShown]);

  const padding = {
    paddingTop: `${heights.current.offset(first)}px`,
    paddingBottom: `${heights.current.offset(items.length) - heights.current.offset(last + 1)}px`,
  };
  return (
    <ul class="windowed plain-list" ref={list} aria-label={label} style={padding}>
      {useKeptRows(props, { first, last })}
    </ul>
  );
}

/** Returns the rows from `first` to `last`. Rows that were there before are the same elements, so they are not compared. */
function useKeptRows<Item>(
  { items, keyOf, render }: WindowedListProps<Item>,
  { first, last }: Pick<ShownRows, "first" | "last">,
): readonly VNode[] {
  const kept = useRef<{ readonly items: readonly Item[]; readonly rows: ReadonlyMap<number, VNode> } | null>(null);
  const before = kept.current?.items === items ? kept.current.rows : new Map<number, VNode>();
  const rows = new Map<number, VNode>();
  for (const [at, item] of items.slice(first, last + 1).entries()) {
    const index = first + at;
    const row = before.get(index) ?? (
      <li key={keyOf(item, index)} data-index={index} aria-setsize={items.length} aria-posinset={index + 1}>
        {render(item, index)}
      </li>
    );
    rows.set(index, row);
  }
  kept.current = { items, rows };
  return [...rows.values()];
}
