import type { Token } from "../../text/tokens.ts";
import type { Passage } from "../passage.ts";

/** The words that head others: tokens `from` to before `to`. */
export interface Heading {
  /**
   * A label of the sentence ("Avoid: drums"), a label earlier on the line ("Avoid: drums. Dark strings."), the heading of
   * a block of lines, or that of a column of a table.
   */
  readonly kind: "label" | "line" | "block" | "column";
  readonly from: number;
  readonly to: number;
}

/** A line of the text: offsets `start` to before `end`, tokens `from` to before `to`. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

const LABEL_WORDS_MAX = 7;
const HEADING_WORDS_MAX = 9;
/** A heading counts for at most this many lines. */
const BLOCK_LINES_MAX = 14;

const BULLET = /^\s*(?:[-–—*•·+>»→✗✘✓✔◦▪]|[x×](?=\s)|\(?(?:\d{1,2}|[a-z])[.)](?=\s))/iu;
/** What separates a label from what it labels. */
const LABEL_END = /[:→=|]|->|=>|\s[–—-]\s/u;
const SENTENCE_END = /[.!?…,;]["”»')\]]*\s*$/u;

/** A line in capitals: "MUSIC: NO". */
const CAPITALS = /^[^\p{Ll}]*\p{Lu}{4}[^\p{Ll}]*$/u;

/** Returns the headings of each token: of its line, of its block of lines, and of its column. Linear in the text. */
export function headingsOf({ text, tokens }: Passage): readonly (readonly Heading[])[] {
  const headings: Heading[][] = tokens.map(() => []);
  let block: Heading | null = null;
  let blockAge = 0;
  /** Whether the heading of the block ends with a colon: the lines below it are its items, also without bullets. */
  let isOpen = false;
  let isBlank = false;
  let table: readonly Heading[] | null = null;
  for (const line of linesOf(text, tokens)) {
    if (line.from === line.to) {
      isBlank = true;
      continue;
    }
    const words = text.slice(line.start, line.end);
    const isBullet = BULLET.test(words);
    const isRow = words.includes("|");
    if (block !== null && (++blockAge > BLOCK_LINES_MAX || (isBlank && !isBullet && blockAge > 1))) block = null;
    if (!isRow) table = null;
    const label = labelOf(line, words, tokens);
    if (isRow && table !== null) headCells(headings, table, cellsOf(line, words, tokens));
    else if (isRow) table = cellsOf(line, words, tokens);
    else if (label !== null) headLine(headings, line, label, tokens);
    const isItem = block !== null && !isBlank && isOpen;
    const isHeading = !isBullet && !isRow && !(isItem && !isPlainHeading(words)) && headsBlock(line, words, label);
    if (isHeading) {
      block = { kind: "block", from: line.from, to: line.to };
      blockAge = 0;
      isOpen = isPlainHeading(words);
    } else if (block !== null && !isRow) {
      for (let at = line.from; at < line.to; at++) headings[at]?.push(block);
    }
    isBlank = false;
  }
  return headings;
}

/** Returns the lines of a text with their tokens. */
function linesOf(text: string, tokens: readonly Token[]): readonly Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let start = 0; start <= text.length;) {
    const stop = text.indexOf("\n", start);
    const end = stop < 0 ? text.length : stop;
    let to = from;
    while (to < tokens.length && (tokens[to]?.start ?? end) < end) to++;
    lines.push({ start, end, from, to });
    from = to;
    start = end + 1;
  }
  return lines;
}

/** Gives the tokens after a label that label, and from the next sentence of the line on, a weaker one. */
function headLine(headings: readonly Heading[][], line: Line, label: Heading, tokens: readonly Token[]): void {
  let heading = label;
  for (let at = label.to; at < line.to; at++) {
    if (tokens[at]?.gap === "sentence") heading = { ...label, kind: "line" };
    headings[at]?.push(heading);
  }
}

/** Returns the words before the first separator of a line, if they are few and something follows. */
function labelOf(line: Line, words: string, tokens: readonly Token[]): Heading | null {
  const bullet = BULLET.exec(words)?.[0].length ?? 0;
  const end = LABEL_END.exec(words.slice(bullet));
  if (end === null) return null;
  const place = line.start + bullet + end.index;
  let to = line.from;
  while (to < line.to && to - line.from <= LABEL_WORDS_MAX && (tokens[to]?.start ?? place) < place) to++;
  const isLabel =
    to > line.from && to < line.to && to - line.from <= LABEL_WORDS_MAX && (tokens[to]?.start ?? 0) > place;
  return isLabel ? { kind: "label", from: line.from, to } : null;
}

/** Whether a line is the heading of the lines below it: it ends with a colon, or is short and no sentence. */
function headsBlock(line: Line, words: string, label: Heading | null): boolean {
  if (line.to - line.from > HEADING_WORDS_MAX) return false;
  return isPlainHeading(words) || (label === null && !SENTENCE_END.test(words)) || CAPITALS.test(words);
}

function isPlainHeading(words: string): boolean {
  return words.trimEnd().endsWith(":");
}

function cellsOf(line: Line, words: string, tokens: readonly Token[]): readonly Heading[] {
  const cells: Heading[] = [];
  let at = line.from;
  let start = line.start;
  for (const cell of words.split("|")) {
    const end = start + cell.length;
    const from = at;
    while (at < line.to && (tokens[at]?.start ?? end) < end) at++;
    cells.push({ kind: "column", from, to: at });
    start = end + 1;
  }
  return cells;
}

/** Gives the tokens of each cell the heading of its column; the columns are those of the first row. */
function headCells(headings: readonly Heading[][], columns: readonly Heading[], cells: readonly Heading[]): void {
  for (const [number, cell] of cells.entries()) {
    const column = columns[number];
    for (let at = cell.from; at < cell.to; at++) if (column !== undefined) headings[at]?.push(column);
  }
}
