/** A row that is being dragged. Positions are numbered from 0, distances are in pixels. */
export interface RowDrag {
  readonly from: number;
  /** The position at which the row would be dropped. */
  readonly to: number;
  /** How far the row was dragged down. */
  readonly distance: number;
  /** How far the other rows make way. */
  readonly height: number;
}

interface RowPlace {
  readonly top: number;
  readonly height: number;
}

/** Returns the position at which a row is dropped that was dragged down by a distance. It passes the rows whose middle it covers. */
export function dropPosition(rows: readonly RowPlace[], from: number, distance: number): number {
  const dragged = rows[from];
  if (dragged === undefined) return from;
  const top = dragged.top + distance;
  const bottom = top + dragged.height;
  const middles = rows.map((row) => row.top + row.height / 2);
  if (distance > 0) return from + middles.slice(from + 1).filter((middle) => middle < bottom).length;
  return from - middles.slice(0, from).filter((middle) => middle > top).length;
}

/** Returns how far a row is from its place while a row is dragged. */
export function shiftOf(drag: RowDrag | null, index: number): number {
  if (drag === null) return 0;
  const { from, to, distance, height } = drag;
  if (index === from) return distance;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
