import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useKeptRows } from "./kept-rows.tsx";
import { RowHeights } from "./row-heights.ts";
import { ScrollSpeed } from "./scroll-speed.ts";

/** What the top bar covers. */
const TOP_PIXELS = 64;
/** Pixels above and below the window in which rows are rendered, too. */
const MARGIN_PIXELS = 600;
/** A list that has not moved for this time rests. */
const REST_MS = 100;

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
  /** Renders what is enough of a row while the list scrolls too fast to read. Without it, rows are always complete. */
  readonly renderOutline?: (item: Item) => ComponentChildren;
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
  // Heights of as many rows stay until they are measured again.
  const heights = useMemo(() => new RowHeights(items.length, estimatePixels), [items.length]);
  const look = (): ShownRows => {
    const top = -(list.current?.getBoundingClientRect().top ?? 0);
    return {
      first: heights.at(top - MARGIN_PIXELS),
      last: heights.at(top + innerHeight + MARGIN_PIXELS),
      top: heights.at(top + TOP_PIXELS),
    };
  };
  const shown = useSignal<ShownRows>(useMemo(look, []));
  const lookAgain = (): void => {
    const rows = look();
    const { first, last, top } = shown.peek();
    if (rows.first !== first || rows.last !== last || rows.top !== top) shown.value = rows;
  };

  const isFast = useSignal(false);
  useEffect(() => {
    const speed = new ScrollSpeed(scrollY);
    let resting: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (event: Event): void => {
      isFast.value = speed.isFast(scrollY, event.timeStamp, innerHeight);
      clearTimeout(resting);
      if (isFast.value) resting = setTimeout(() => (isFast.value = false), REST_MS);
      lookAgain();
    };
    lookAgain();
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("resize", lookAgain);
    return () => {
      clearTimeout(resting);
      isFast.value = false;
      removeEventListener("scroll", scrolled);
      removeEventListener("resize", lookAgain);
    };
  }, [items]);

  const jumpsTo = jump?.value ?? null;
  useLayoutEffect(() => {
    if (jumpsTo === null || jump === undefined || items.length === 0) return;
    const start = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    scrollTo(0, jumpsTo === 0 ? 0 : start + heights.offset(jumpsTo) - TOP_PIXELS);
    jump.value = null;
  }, [jumpsTo, items.length]);

  const { first, last, top } = shown.value;
  useMeasuredRows(list, { items, first, last }, (measuredRows) => {
    const changes = measuredRows.map(([index, height]) => heights.set(index, height));
    // The padding depends on the other rows only, so that a measured row moves nothing by itself.
    if (changes.includes(true)) lookAgain();
  });
  useEffect(() => onShown?.({ first, last, top }), [first, last, top, onShown]);

  const padding = {
    paddingTop: `${heights.offset(first)}px`,
    paddingBottom: `${heights.offset(items.length) - heights.offset(last + 1)}px`,
  };
  return (
    <ul class="windowed plain-list" ref={list} aria-label={label} style={padding}>
      {useKeptRows(props, { ...shown.value, isFast: isFast.value, heightOf: (index) => heights.height(index) })}
    </ul>
  );
}

/** Calls `onMeasured` with the index and the height of each row of the page, first and after each change. Rows that stay are not measured again. */
function useMeasuredRows(
  list: { readonly current: HTMLUListElement | null },
  { items, first, last }: { readonly items: readonly unknown[] } & Pick<ShownRows, "first" | "last">,
  onMeasured: (rows: readonly (readonly [index: number, height: number])[]) => void,
): void {
  const measured = useRef(onMeasured);
  measured.current = onMeasured;
  const observer = useMemo(
    () =>
      new ResizeObserver((entries) =>
        measured.current(
          entries.map(({ target, borderBoxSize }) => [
            Number((target as HTMLElement).dataset["index"]),
            borderBoxSize[0]?.blockSize ?? 0,
          ]),
        ),
      ),
    [],
  );
  const observed = useRef<{ readonly of: readonly unknown[]; readonly rows: ReadonlySet<Element> } | null>(null);
  useLayoutEffect(() => {
    // In another list, the same row can have another index.
    if (observed.current?.of !== items) observer.disconnect();
    const before = observed.current?.of === items ? observed.current.rows : new Set<Element>();
    const rows = new Set<Element>(list.current?.children ?? []);
    for (const row of before) if (!rows.has(row)) observer.unobserve(row);
    for (const row of rows) if (!before.has(row)) observer.observe(row);
    observed.current = { of: items, rows };
  }, [items, first, last]);
  useLayoutEffect(() => () => observer.disconnect(), []);
}
