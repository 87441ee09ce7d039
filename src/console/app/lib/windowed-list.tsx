import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { RowHeights } from "./row-heights.ts";

/** What the top bar covers. */
const TOP_PIXELS = 64;
/** Pixels above and below the window in which rows are rendered, too. */
const MARGIN_PIXELS = 600;

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  /** The name for screen readers. */
  readonly label: string;
  readonly keyOf: (item: Item, index: number) => string;
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** The height of a row that was not rendered yet. */
  readonly estimatePixels: number;
  /** Called when other rows are rendered; `top` is the first row below the top bar. */
  readonly onShown?: (rows: { readonly first: number; readonly last: number; readonly top: number }) => void;
  /** A row to scroll to. The list sets it to null when it has done so. */
  readonly jump?: Signal<number | null>;
}

/** A list of which only the rows near the window are in the page, so that 5,000 rows cost as much as 25. Rows can differ in height. */
export function WindowedList<Item>({
  items,
  label,
  keyOf,
  render,
  estimatePixels,
  onShown,
  jump,
}: WindowedListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new RowHeights(items.length, estimatePixels));
  if (heights.current.length !== items.length) heights.current = new RowHeights(items.length, estimatePixels);
  const top = useSignal(0);
  const height = useSignal(innerHeight);
  const measured = useSignal(0);

  useEffect(() => {
    const look = (): void => {
      const start = list.current?.getBoundingClientRect().top ?? 0;
      top.value = -start;
      height.value = innerHeight;
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [items]);

  const jumpsTo = jump?.value ?? null;
  useLayoutEffect(() => {
    if (jumpsTo === null || jump === undefined || items.length === 0) return;
    const start = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    scrollTo(0, jumpsTo === 0 ? 0 : start + heights.current.offset(jumpsTo) - TOP_PIXELS);
    jump.value = null;
  }, [jumpsTo, items.length]);

  useLayoutEffect(() => {
    const observer = new ResizeObserver((entries) => {
      const changes = entries.map(({ target, borderBoxSize }) =>
        heights.current.set(Number((target as HTMLElement).dataset["index"]), borderBoxSize[0]?.blockSize ?? 0),
      );
      if (changes.includes(true)) measured.value += 1;
    });
    for (const row of list.current?.querySelectorAll("[data-index]") ?? []) observer.observe(row);
    return () => observer.disconnect();
  });

  // Reading the signal renders again after a row was measured.
  void measured.value;
  const first = heights.current.at(top.value - MARGIN_PIXELS);
  const last = heights.current.at(top.value + height.value + MARGIN_PIXELS);
  const shown = items.slice(first, last + 1);
  const visible = heights.current.at(top.value + TOP_PIXELS);
  useEffect(() => onShown?.({ first, last, top: visible }), [first, last, visible, onShown]);
  const padding = {
    paddingTop: `${heights.current.offset(first)}px`,
    paddingBottom: `${heights.current.offset(items.length) - heights.current.offset(last + 1)}px`,
  };
  return (
    <ul class="windowed plain-list" ref={list} aria-label={label} style={padding}>
      {shown.map((item, index) => (
        <li
          key={keyOf(item, first + index)}
          data-index={first + index}
          aria-setsize={items.length}
          aria-posinset={first + index + 1}
        >
          {render(item, first + index)}
        </li>
      ))}
    </ul>
  );
}
