import { printable } from "../lib/printable.ts";

const GAP = "  ";

/** Aligned columns whose last one goes on under itself where a line would be wider than `columns`. */
export function hangingColumns(
  rows: readonly (readonly string[])[],
  options: { readonly indent: string; readonly columns: number; readonly alignRight?: readonly number[] },
): string {
  const all = rows.map((row) => row.map(printable));
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...all.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, options.indent.length);
  return all.map(renderRow).join("");

  function renderRow(row: readonly string[]): string {
    const cells = widths.slice(0, -1).map((width, column) => {
      const cell = row[column] ?? "";
      const padding = " ".repeat(width - Bun.stringWidth(cell));
      return (options.alignRight?.includes(column) === true ? padding + cell : cell + padding) + GAP;
    });
    const [first = "", ...more] = broken(row[count - 1] ?? "", options.columns - before);
    const head = (options.indent + cells.join("") + first).trimEnd();
    return [head, ...more.map((line) => " ".repeat(before) + line)].map((line) => `${line}\n`).join("");
  }
}

/** At spaces; a word that is wider than a line has one of its own. */
function broken(text: string, width: number): string[] {
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
