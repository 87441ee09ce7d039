import type { DumpLine } from "../../dump-line.ts";
import type { CellRow } from "../read-sheet.ts";
import { type CellReading, cellText } from "./cell-text.ts";
import type { XlsxLimits } from "./limits.ts";
import { unescaped } from "./unescaped.ts";
import { atMost, SAVE_AGAIN, XlsxFault } from "./xlsx-fault.ts";
import type { XmlHandler } from "./xml-reader.ts";

const ROW_NUMBER = /^\d{1,7}$/;
const LETTERS = 26;
const LETTERS_MAX = 3;
const CODE_BEFORE_A = 64;
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
  /** Merged cells that span several rows: their number, the last one, and the row where it begins. */
  #merged = { count: 0, range: "", line: 0 };
  #characters = 0;

  constructor(reading: CellReading, limits: XlsxLimits) {
    this.#reading = reading;
    this.#limits = limits;
  }

  /** Returns the rows that are complete, and forgets them. */
  take(): readonly (CellRow | DumpLine)[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "sheetData") this.#isWithinData = true;
    if (name === "mergeCell") this.#addMerged(attributes["ref"] ?? "");
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
    const { count, range, line } = this.#merged;
    if (count === 0) return;
    const which = count === 1 ? `The merged cell ${range} spans` : `${count} merged cells, such as ${range}, span`;
    const reason = `${which} several rows: only the first row of each has the text; fill it into the others`;
    this.#rows.push({ kind: "note", line, field: "", reason, effect: { as: "remark" } });
  }

  /** Merged cells come after the rows, so their text cannot be filled into rows that were passed on. */
  #addMerged(range: string): void {
    const [first = 0, last = 0] = range.split(":").map((address) => Number(/\d+$/.exec(address)?.[0] ?? 0));
    if (last > first) this.#merged = { count: this.#merged.count + 1, range, line: Math.max(this.#merged.line, first) };
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
    const { rows, columns, textCharacters } = this.#limits;
    if (this.#line > rows) throw new XlsxFault(atMost(rows, "rows"), `a cell in row ${this.#line}`, SPLIT);
    if (column > columns) throw new XlsxFault(atMost(columns, "columns"), `the cell ${name}`, SPLIT);
    this.#characters += text.length;
    if (this.#characters > textCharacters) {
      throw new XlsxFault(atMost(textCharacters, "characters in all cells"), "more", SPLIT);
    }
    while (this.#cells.length < column - 1) this.#cells.push("");
    this.#cells.push(text);
  }

  #closeRow(): void {
    for (const reason of this.#faults) {
      const effect = {
        as: "warning",
        summary: "a cell of a spreadsheet that is damaged, an error or not calculated; left out",
      } as const;
      this.#rows.push({ kind: "note", line: this.#line, field: "", reason, effect });
    }
    if (this.#cells.length > 0 || this.#isDamaged) this.#rows.push({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }
}

/** A text can be empty. A number cannot, so openpyxl's `<f>A1*2</f><v/>` has no result. */
function isUncalculated({ type, value, hasFormula, hasValue }: OpenCell): boolean {
  return hasFormula && (!hasValue || (value === "" && (type === "" || type === "n")));
}

/** Returns the column of an address: 28 for AB7, 0 for an invalid one. A loop is fast; this runs for every cell. */
function columnOf(address: string): number {
  let column = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const letter = address.charCodeAt(at) - CODE_BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  const isAddress = at <= LETTERS_MAX && ROW_NUMBER.test(address.slice(at));
  return isAddress ? column : 0;
}
