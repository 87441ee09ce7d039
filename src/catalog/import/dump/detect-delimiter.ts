import { recogniseSheet } from "../sheets/recognise-sheet.ts";
import { columnField, type ColumnMap, normalizeHeader } from "./column-map.ts";

/** In the order of preference. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Lines in which the header is searched. */
const LINES_MAX = 20;
/** Excel writes the delimiter into the first line, and hides that line. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([\t -~])"?\r?$/i;

export interface Delimiter {
  readonly delimiter: string;
  /** Whether the first line only names the delimiter. */
  readonly isNamed: boolean;
}

/**
 * Detects the character between the cells of a table from its first lines: the one that Excel's `sep=` line names,
 * otherwise the one that gives a line with the most known column names, otherwise the one in the first line.
 */
export function detectDelimiter(text: string, map: ColumnMap): Delimiter {
  const lines = text.split("\n").slice(0, LINES_MAX);
  const named = SEPARATOR_LINE.exec(lines[0] ?? "")?.[1];
  if (named !== undefined) return { delimiter: named, isNamed: true };
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    known: Math.max(0, ...lines.map((line) => knownColumns(line, delimiter, map))),
  }));
  const most = Math.max(...scores.map(({ known }) => known));
  const best = scores.find(({ known }) => known === most);
  if (best !== undefined && most > 1) return { delimiter: best.delimiter, isNamed: false };
  const [header = ""] = lines;
  return { delimiter: DELIMITERS.find((one) => header.includes(one)) ?? ",", isNamed: false };
}

function knownColumns(line: string, delimiter: string, map: ColumnMap): number {
  const cells = line.split(delimiter).map((cell) =>
    cell
      .replace(/^\uFEFF/, "")
      .trim()
      .replace(/^"|"$/g, ""),
  );
  if (cells.length < 2) return 0;
  const known = cells.filter((cell) => columnField(cell) !== null || map.has(normalizeHeader(cell))).length;
  return recogniseSheet(cells) === null ? known : Math.max(known, cells.length);
}
