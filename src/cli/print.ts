import type { Invocation } from "./command.ts";
import { renderTable } from "./table.ts";

/** Prints one JSON document, indented for people. */
export async function printDocument({ io }: Invocation, document: object): Promise<void> {
  await io.out.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Prints rows as one JSON array with one row per line, for parsers and for grep. */
export async function printRows({ io }: Invocation, rows: readonly object[]): Promise<void> {
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  await io.out.write(rows.length === 0 ? "[]\n" : `[\n${lines}\n]\n`);
}

/** Prints rows as a table for people, or `whenEmpty` if there are none. */
export async function printTable(
  { io }: Invocation,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  options: { readonly whenEmpty: string; readonly alignRight?: readonly number[] },
): Promise<void> {
  const { whenEmpty, ...layout } = options;
  await io.out.write(rows.length === 0 ? `${whenEmpty}\n` : renderTable(rows, { header, ...layout }));
}

/** `2026-03-04 05:06:07` in UTC, to the second; a dash for null. */
export function timeText(at: number | null): string {
  return at === null ? "-" : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** ISO 8601 in UTC; null stays null. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
