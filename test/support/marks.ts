import { spyOn } from "bun:test";

/** Returns a letter with combining marks, in an order that a normal form changes: `length` code points that compose to as many. */
export function marks(length: number): string {
  const half = Math.floor((length - 1) / 2);
  return `q${"\u0300".repeat(half)}${"\u0316".repeat(length - 1 - half)}`;
}

export function longestRunOfMarks(text: string): number {
  return Math.max(0, ...(text.match(/[\p{M}\uff9e\uff9f]+/gu) ?? []).map((run) => run.length));
}

/** Returns the longest run of marks that was sorted while `work` ran. Sorting takes the square of this length. */
export async function marksSortedBy(work: () => unknown): Promise<number> {
  const spy = spyOn(String.prototype, "normalize");
  try {
    await work();
    return Math.max(0, ...spy.mock.contexts.map((text) => longestRunOfMarks(String(text))));
  } finally {
    spy.mockRestore();
  }
}
