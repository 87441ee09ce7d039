/** Heights of the rows of a list, estimated until they are measured, and the positions that follow from them. In pixels. */
export class RowHeights {
  readonly length: number;
  readonly #heights: Float64Array;
  /** The start of each row, and the end of the last. Those up to `#known` are right. */
  readonly #offsets: Float64Array;
  #known = 0;

  constructor(length: number, estimate: number) {
    this.length = length;
    this.#heights = new Float64Array(length).fill(estimate);
    this.#offsets = new Float64Array(length + 1);
  }

  /** Returns whether the height is new. */
  set(index: number, height: number): boolean {
    if (height <= 0 || index >= this.length || Math.abs((this.#heights[index] ?? 0) - height) < 1) return false;
    this.#heights[index] = height;
    this.#known = Math.min(this.#known, index);
    return true;
  }

  height(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Returns the start of a row; for the number of rows, the end of the list. */
  offset(index: number): number {
    return this.#starts()[Math.min(index, this.length)] ?? 0;
  }

  /** Returns the row at a position: the first above the list, the last below it. */
  at(position: number): number {
    const starts = this.#starts();
    let low = 0;
    let high = Math.max(0, this.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #starts(): Float64Array {
    for (let index = this.#known; index < this.length; index += 1) {
      this.#offsets[index + 1] = (this.#offsets[index] ?? 0) + (this.#heights[index] ?? 0);
    }
    this.#known = this.length;
    return this.#offsets;
  }
}
