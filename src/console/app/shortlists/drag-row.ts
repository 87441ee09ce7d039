import { signal } from "@preact/signals";
import { dropPosition, type RowDrag } from "./row-drag.ts";

/** Pixels from an edge of the window within which it scrolls while a row is dragged, and how far it scrolls in a frame. */
const EDGE_PIXELS = 72;
const SCROLL_PIXELS = 10;

/** Null while nothing is dragged. */
export const rowDrag = signal<RowDrag | null>(null);

/**
 * Drags a row of a list with mouse, pen or finger, until the pointer is released. `drop` gets the position. Escape, or a pointer
 * that the browser takes, ends it without a change.
 */
export function dragRow(event: PointerEvent, from: number, drop: (to: number) => void): void {
  const { currentTarget: handle, pointerId, button, clientY } = event;
  if (!(handle instanceof HTMLElement) || button !== 0 || rowDrag.value !== null) return;
  const items = [...(handle.closest("ol")?.children ?? [])].map((item) => item.getBoundingClientRect());
  const rows = items.map(({ top, height }) => ({ top: top + scrollY, height }));
  const [first, second] = rows;
  // Rows have a gap between them.
  const pitch = first === undefined || second === undefined ? 0 : second.top - first.top - first.height;
  const startY = clientY + scrollY;
  let pointerY = clientY;
  const ended = new AbortController();
  const { signal: until } = ended;
  const follow = (): void => {
    const distance = pointerY + scrollY - startY;
    const height = (rows[from]?.height ?? 0) + pitch;
    rowDrag.value = { from, to: dropPosition(rows, from, distance), distance, height };
  };
  const everyFrame = (): void => {
    if (until.aborted) return;
    if (pointerY < EDGE_PIXELS) scrollBy(0, -SCROLL_PIXELS);
    else if (pointerY > innerHeight - EDGE_PIXELS) scrollBy(0, SCROLL_PIXELS);
    follow();
    requestAnimationFrame(everyFrame);
  };
  const end = (): void => {
    ended.abort();
    rowDrag.value = null;
  };
  handle.setPointerCapture(pointerId);
  handle.addEventListener("pointermove", (moved) => (pointerY = moved.clientY), { signal: until });
  handle.addEventListener("lostpointercapture", end, { signal: until });
  handle.addEventListener(
    "pointerup",
    (released) => {
      pointerY = released.clientY;
      follow();
      const to = rowDrag.value?.to ?? from;
      end();
      if (to !== from) drop(to);
    },
    { signal: until },
  );
  addEventListener("keydown", ({ key }) => (key === "Escape" ? end() : undefined), { signal: until });
  requestAnimationFrame(everyFrame);
}
