import { printable } from "../lib/printable.ts";

const GAP = "  ";

/** Rows as aligned columns, a line each with a line break at its end; no line has spaces at its end. */
export function renderTable(
  rows: readonly (readonly string[])[],
  options: { readonly header?: readonly string[]; readonly alignRight?: readonly number[] } = {},
): string {
  const all = (options.header === undefined ? rows : [options.header, ...rows]).map((row) => row.map(printable));
  const columns = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...all.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => {
        const padding = " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
        return options.alignRight?.includes(column) === true ? padding + cell : cell + padding;
      })
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}
