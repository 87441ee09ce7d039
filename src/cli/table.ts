import { printable } from "../lib/printable.ts";

const GAP = "  ";

interface TableLayout {
  readonly header?: readonly string[];
  /** The columns to align right, from 0. */
  readonly alignRight?: readonly number[];
  readonly indent?: string;
  /** Maximum width of a line in characters. The last column is wrapped to fit; the others are not. */
  readonly columns?: number;
}

/**
 * Renders rows for a list: as a table if its lines fit, otherwise each row as a block of "header value" lines. Nothing is
 * cut off, because ids are copied from lists.
 */
export function renderList(
  rows: readonly (readonly string[])[],
  layout: TableLayout & { readonly header: readonly string[] },
): string {
  const { header, columns = Number.POSITIVE_INFINITY } = layout;
  const table = renderTable(rows, layout);
  if (table.split("\n").every((line) => Bun.stringWidth(line) <= columns)) return table;
  return rows
    .map((row) =>
      renderTable(
        header.map((name, at) => [name, row[at] ?? ""]),
        { columns },
      ),
    )
    .join("\n");
}

/** Renders rows as aligned columns. Each line ends with a line break and has no trailing spaces. */
export function renderTable(rows: readonly (readonly string[])[], layout: TableLayout = {}): string {
  const { header, alignRight = [], indent = "", columns = Number.POSITIVE_INFINITY } = layout;
  const all = (header === undefined ? rows : [header, ...rows]).map((row) => row.map(printable));
  const last = Math.max(0, ...all.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last + 1 }, (_, column) =>
    Math.max(0, ...all.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const lastStart = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, indent.length);
  return all.flatMap(linesOf).join("");

  function linesOf(row: readonly string[]): string[] {
    const [first = "", ...more] = wrap(row[last] ?? "", columns - lastStart);
    const cells = widths.map((width, column) => {
      const cell = column === last ? first : (row[column] ?? "");
      const padding = " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
      return alignRight.includes(column) ? padding + cell : cell + padding;
    });
    const lines = [indent + cells.join(GAP), ...more.map((line) => " ".repeat(lastStart) + line)];
    return lines.map((line) => `${line.trimEnd()}\n`);
  }
}

/** Breaks a text at spaces into lines of at most `width` characters; a longer word gets its own line. */
function wrap(text: string, width: number): readonly string[] {
  if (Bun.stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || Bun.stringWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
