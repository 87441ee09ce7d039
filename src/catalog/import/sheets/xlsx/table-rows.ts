import type { DumpLine } from "../../dump-line.ts";
import type { CellRow } from "../read-sheet.ts";
import { type CellReading, cellText } from "./cell-text.ts";
import type { XlsxLimits } from "./limits.ts";
import { columnOf } from "./column-of.ts";
import type { MergedCell } from "./read-merged.ts";
import { unescaped } from "./unescaped.ts";
import { atMost, SAVE_AGAIN, XlsxFault } from "./xlsx-fault.ts";
import type { XmlHandler } from "./xml-reader.ts";

const ROW_NUMBER = /^\d{1,7}$/;
/** The header is the first row with so many texts; a title above it has one. */
const HEADER_TEXTS_MIN = 2;
const SPLIT = "split the table, or save it as CSV and import that";

/** A cell while it is read. */
interface OpenCell {
  readonly column: number;
  readonly name: string;
  readonly type: string;
  readonly style: string;
  value: string;
  isTooLong: boolean;
  hasFormula: boolean;
  hasValue: boolean;
}

/**
 * Builds rows from the elements of a table. It drops empty rows and cells, so formatted cells far below the data cost
 * nothing. A wrong cell is left out, with a note. An exceeded limit throws XlsxFault.
 */
export class TableRows implements XmlHandler {
  readonly #reading: CellReading;
  readonly #limits: XlsxLimits;
  #rows: (CellRow | DumpLine)[] = [];
  #isWithinData = false;
  #line = 0;
  #cells: string[] = [];
  #column = 0;
  #faults: string[] = [];
  /** Whether the row has a fault that is not an empty cell. */
  #isDamaged = false;
  #cell: OpenCell | null = null;
  /** Whether the parser is within a cell's value or text. */
  #isValue = false;
  /** Whether the parser is within a phonetic hint, which is not part of the text. */
  #isPhonetic = false;
  #cellCount = 0;
  /** Merged cells by the row where they begin. */
  readonly #merged: ReadonlyMap<number, readonly MergedCell[]>;
  /** By column, the merged cells of rows before, whose text later rows get. */
  readonly #open = new Map<number, { readonly last: number; readonly text: string }>();
  #isBelowHeader = false;
  /** Merged cells whose text was filled into other rows. */
  readonly #filled: MergedCell[] = [];
  #characters = 0;

  constructor(reading: CellReading, limits: XlsxLimits, merged: readonly MergedCell[] = []) {
    this.#reading = reading;
    this.#limits = limits;
    this.#merged = Map.groupBy(merged, ({ first }) => first);
  }

  /** Returns the rows that are complete, and forgets them. */
  take(): readonly (CellRow | DumpLine)[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "sheetData") this.#isWithinData = true;
    if (!this.#isWithinData) return;
    if (name === "row") this.#openRow(attributes["r"]);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "v" || name === "t") this.#openValue();
    else if (name === "f" && this.#cell !== null) this.#cell.hasFormula = true;
    else if (name === "rPh") this.#isPhonetic = true;
  }

  text(piece: string): void {
    const cell = this.#cell;
    if (cell === null || !this.#isValue || this.#isPhonetic) return;
    cell.isTooLong ||= cell.value.length + piece.length > this.#limits.cellCharacters;
    if (!cell.isTooLong) cell.value += piece;
  }

  close(name: string): void {
    if (!this.#isWithinData) return;
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#isPhonetic = false;
    else if (name === "c") this.#closeCell();
    else if (name === "row") this.#closeRow();
    else if (name === "sheetData") this.#isWithinData = false;
  }

  /** Ends the table. */
  end(): void {
    const [first] = this.#filled;
    if (first === undefined) return;
    const { length } = this.#filled;
    const reason =
      length === 1
        ? `The merged cell ${first.range} spans several rows: its text counts for all of them`
        : `${length} merged cells, such as ${first.range}, span several rows: their texts count for all of them`;
    this.#rows.push({ kind: "note", line: first.first, field: "", reason, effect: { as: "remark" } });
  }

  /** Fills the texts of merged cells that began in rows before into a row, and remembers those that begin in it. */
  #fillMerged(): void {
    const cells = this.#cells;
    for (const [column, { last, text }] of this.#open) {
      if (last < this.#line) this.#open.delete(column);
      else if ((cells[column - 1] ?? "") === "") {
        this.#count(text);
        while (cells.length < column) cells.push("");
        cells[column - 1] = text;
      }
    }
    const beginning = this.#isBelowHeader ? (this.#merged.get(this.#line) ?? []) : [];
    for (const merged of beginning) {
      const text = cells[merged.column - 1] ?? "";
      if (text === "") continue;
      this.#open.set(merged.column, { last: merged.last, text });
      this.#filled.push(merged);
    }
  }

  #openValue(): void {
    this.#isValue = this.#cell !== null;
    if (this.#cell !== null) this.#cell.hasValue = true;
  }

  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : ROW_NUMBER.test(number) ? Number(number) : 0;
    if (line <= this.#line) {
      throw new XlsxFault("rows in order", `row ${JSON.stringify(number)} after row ${this.#line}`, SAVE_AGAIN);
    }
    this.#line = line;
    this.#cells = [];
    this.#column = 0;
    this.#faults = [];
    this.#isDamaged = false;
  }

  #openCell({ r: address, t: type = "", s: style = "" }: Readonly<Record<string, string>>): void {
    this.#cellCount++;
    if (this.#cellCount > this.#limits.cells) throw new XlsxFault(atMost(this.#limits.cells, "cells"), "more", SPLIT);
    const column = address === undefined ? this.#column + 1 : columnOf(address);
    if (column <= this.#column) {
      throw new XlsxFault("cells in order", `${JSON.stringify(address)} in row ${this.#line}`, SAVE_AGAIN);
    }
    this.#column = column;
    const name = address ?? `${column} of row ${this.#line}`;
    this.#cell = { column, name, type, style, value: "", isTooLong: false, hasFormula: false, hasValue: false };
    this.#isPhonetic = false;
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    this.#cell = null;
    const { cellCharacters } = this.#limits;
    const value = cell.type === "str" || cell.type === "inlineStr" ? unescaped(cell.value) : cell.value;
    const found = cell.isTooLong
      ? { fault: `expected ${atMost(cellCharacters, "characters")}, got more` }
      : cellText({ ...cell, value, isUncalculated: isUncalculated(cell) }, this.#reading);
    if ("fault" in found) {
      this.#faults.push(`cell ${cell.name}: ${found.fault}; left out`);
      this.#isDamaged ||= found.isEmpty !== true;
    } else if (found.text !== "") this.#place(cell, found.text);
  }

  #place({ column, name }: OpenCell, text: string): void {
    const { rows, columns } = this.#limits;
    if (this.#line > rows) throw new XlsxFault(atMost(rows, "rows"), `a cell in row ${this.#line}`, SPLIT);
    if (column > columns) throw new XlsxFault(atMost(columns, "columns"), `the cell ${name}`, SPLIT);
    this.#count(text);
    while (this.#cells.length < column - 1) this.#cells.push("");
    this.#cells.push(text);
  }

  #count(text: string): void {
    const { textCharacters } = this.#limits;
    this.#characters += text.length;
    if (this.#characters > textCharacters) {
      throw new XlsxFault(atMost(textCharacters, "characters in all cells"), "more", SPLIT);
    }
  }

  #closeRow(): void {
    for (const reason of this.#faults) {
      const effect = {
        as: "warning",
        summary: "a cell of a spreadsheet that is damaged, an error or not calculated; left out",
      } as const;
      this.#rows.push({ kind: "note", line: this.#line, field: "", reason, effect });
    }
    const isHeader = !this.#isBelowHeader && this.#cells.filter((cell) => cell !== "").length >= HEADER_TEXTS_MIN;
    // A row without a text of its own stays empty.
    if (this.#cells.length > 0) this.#fillMerged();
    this.#isBelowHeader ||= isHeader;
    if (this.#cells.length > 0 || this.#isDamaged) this.#rows.push({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }
}

/** A text can be empty. A number cannot, so openpyxl's `<f>A1*2</f><v/>` has no result. */
function isUncalculated({ type, value, hasFormula, hasValue }: OpenCell): boolean {
  return hasFormula && (!hasValue || (value === "" && (type === "" || type === "n")));
}
