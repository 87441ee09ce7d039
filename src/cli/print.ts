import type { Invocation } from "./command.ts";
import { renderList } from "./table.ts";

interface ListTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly whenEmpty: string;
  readonly alignRight?: readonly number[];
}

/** Prints the result of a command: with --json the document, otherwise the text. */
export async function printResult(invocation: Invocation, document: object, text: string): Promise<void> {
  if (invocation.given.has("json")) await printDocument(invocation, document);
  else await invocation.io.out.write(text);
}

/** Prints a list: with --json the documents, otherwise a table, or `whenEmpty` if it has no rows. */
export async function printList(invocation: Invocation, documents: readonly object[], table: ListTable): Promise<void> {
  const { rows, whenEmpty, ...layout } = table;
  if (invocation.given.has("json")) await printRows(invocation, documents);
  else if (rows.length === 0) await invocation.io.out.write(`${whenEmpty}\n`);
  else await invocation.io.out.write(renderList(rows, { ...layout, columns: invocation.io.out.columns }));
}

/** Prints one JSON document, indented for people. */
export async function printDocument({ io }: Invocation, document: object): Promise<void> {
  await io.out.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Prints rows as one JSON array with one row per line, for parsers and for grep. */
export async function printRows({ io }: Invocation, rows: readonly object[]): Promise<void> {
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  await io.out.write(rows.length === 0 ? "[]\n" : `[\n${lines}\n]\n`);
}

/** `2026-03-04 05:06:07` in UTC, to the second; a dash for null. */
export function timeText(at: number | null): string {
  return at === null ? "-" : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** ISO 8601 in UTC; null stays null. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
