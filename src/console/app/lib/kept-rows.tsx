import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Outlines that are replaced by complete rows in a frame, after fast scrolling. */
const COMPLETED_PER_FRAME = 3;

interface RowRenderer<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** Renders what is enough of a row while it flies past. */
  readonly renderOutline?: ((item: Item) => ComponentChildren) | undefined;
}

interface Rows {
  readonly first: number;
  readonly last: number;
  /** The first row below the top bar. */
  readonly top: number;
  /** Whether the list scrolls too fast to read. */
  readonly isFast: boolean;
  readonly heightOf: (index: number) => number;
}

interface KeptRow {
  readonly node: VNode;
  readonly isOutline: boolean;
}

interface Kept<Item> {
  readonly items: readonly Item[];
  readonly rows: ReadonlyMap<number, KeptRow>;
}

/**
 * Returns the rows from `first` to `last`. Rows that were there before are the same elements, so they are not compared. While the list
 * scrolls too fast to read, new rows are outlines: building complete ones would take longer than a frame. Then they are completed, the
 * visible ones first.
 */
export function useKeptRows<Item>(renderer: RowRenderer<Item>, shown: Rows): readonly VNode[] {
  const { items } = renderer;
  const kept = useRef<Kept<Item> | null>(null);
  const frames = useSignal(0);
  // Reading the signal renders again in the next frame.
  void frames.value;
  const before = kept.current?.items === items ? kept.current.rows : new Map<number, KeptRow>();
  const rows = new Map<number, KeptRow>();
  let toComplete = shown.isFast ? 0 : COMPLETED_PER_FRAME;
  for (const index of fromTop(shown, items.length)) {
    const former = before.get(index);
    const item = items[index];
    if (item === undefined && index >= items.length) continue;
    const stays = former !== undefined && (!former.isOutline || toComplete === 0);
    if (former?.isOutline === true && !stays) toComplete -= 1;
    rows.set(index, stays ? former : newRow(renderer, item as Item, { index, shown }));
  }
  kept.current = { items, rows };
  const isWaiting = !shown.isFast && [...rows.values()].some(({ isOutline }) => isOutline);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const frame = requestAnimationFrame(() => (frames.value += 1));
    return () => cancelAnimationFrame(frame);
  });
  return [...rows].toSorted(([one], [other]) => one - other).map(([, { node }]) => node);
}

/** The indices from the first visible row to the last, and then those above. */
function* fromTop({ first, last, top }: Rows, length: number): Generator<number> {
  const start = Math.max(first, top);
  for (let index = start; index <= Math.min(last, length - 1); index += 1) yield index;
  for (let index = start - 1; index >= first; index -= 1) yield index;
}

function newRow<Item>(
  { items, keyOf, render, renderOutline }: RowRenderer<Item>,
  item: Item,
  { index, shown }: { readonly index: number; readonly shown: Rows },
): KeptRow {
  const isOutline = shown.isFast && renderOutline !== undefined;
  const place = {
    key: keyOf(item, index),
    "data-index": index,
    "aria-setsize": items.length,
    "aria-posinset": index + 1,
  };
  const node = isOutline ? (
    <li {...place} style={{ height: `${shown.heightOf(index)}px` }}>
      {renderOutline(item)}
    </li>
  ) : (
    <li {...place}>{render(item, index)}</li>
  );
  return { node, isOutline };
}
