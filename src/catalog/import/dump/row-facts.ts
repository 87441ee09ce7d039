import type { Energy, Vocals } from "../../../../schema/song.ts";
import type { RightsFields } from "../../../../schema/wire/dump-record.ts";
import type { DumpLine } from "../dump-line.ts";
import { type FactReading, isMissing } from "../facts/fact-reading.ts";
import { readBpm } from "../facts/read-bpm.ts";
import { readColumnDate } from "../facts/read-date.ts";
import { readDuration } from "../facts/read-duration.ts";
import { readPitchClass, type SongKey } from "../facts/read-key.ts";
import { readEnergy, readTruth, readVocals } from "../facts/read-scale.ts";
import { columnTexts } from "../rights/column-texts.ts";
import { isTerritoryField } from "../rights/lone-na.ts";
import { readExclusiveEnd } from "../rights/read-exclusive-end.ts";
import { rightsOfCells } from "../rights/rights-of-cells.ts";
import type { TableNotations } from "../facts/table-notations.ts";
import type { ColumnField } from "./column-fields.ts";

export interface GivenCell {
  readonly text: string;
  /** The texts of all columns of the field. */
  readonly texts: readonly string[];
  readonly header: string;
  readonly column: number;
}

/** Texts that spreadsheet programs write for an error. */
const SHEET_ERROR = /^#(?:REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|N\/A|WERT!|BEZUG!|NV)$/i;
/** A date with a time, as spreadsheet programs write it. Without a zone it is in UTC. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads the cells of a row. Cells that cannot be read are left out with a note. */
export class RowFacts {
  readonly notes: DumpLine[] = [];
  readonly #line: number;
  readonly #given: ReadonlyMap<ColumnField, GivenCell>;
  readonly #notations: TableNotations;

  constructor(line: number, given: ReadonlyMap<ColumnField, GivenCell>, notations: TableNotations) {
    this.#line = line;
    this.#given = given;
    this.#notations = notations;
  }

  text(field: ColumnField): string | undefined {
    const text = this.#given.get(field)?.text;
    if (text === undefined || field === "id" || field === "title") return text;
    return this.#isError(field, text) ? undefined : text;
  }

  energy(): Energy | null {
    return this.#read("energy", readEnergy);
  }

  explicit(): boolean | null {
    return this.#read("explicit", readTruth);
  }

  bpm(): number | null {
    return this.#read("bpm", readBpm);
  }

  vocals(): Vocals | null {
    return this.#read("vocals", readVocals);
  }

  duration(): number | null {
    return this.#read("duration", (text, column) => readDuration(text, this.#notations.durationAt(column)));
  }

  /** Seconds since the epoch. */
  releasedAt(): number | null {
    const exact = instantOf(this.#given.get("released_at")?.text ?? "");
    if (exact !== null) return exact;
    const date = this.#read("released_at", (text, column) => readColumnDate(text, this.#notations.dateAt(column)));
    if (date?.isRough === true) this.#note("released_at", "the cell has no day; the first day was used");
    return date?.seconds ?? null;
  }

  /** `key` holds "A minor"; `key_name` and `key_mode` hold its two parts. */
  key(): SongKey | null {
    const mode = this.#given.get("key_mode")?.text ?? "";
    const field = this.#given.has("key_name") ? "key_name" : "key";
    return this.#read(field, (text, column) => readPitchClass(text, mode, this.#notations.keyAt(column)));
  }

  playlists(values: readonly string[]): number[] | null {
    const numbers = values.flatMap((value) => {
      const number = /^\d{1,15}(?:\.0+)?$/.test(value) ? Number(value) : null;
      if (number === null)
        this.#note("playlists", `expected the number of a playlist, got ${JSON.stringify(value)}; left out`);
      return number ?? [];
    });
    return values.length === 0 ? null : numbers;
  }

  rights(): RightsFields | null {
    const exclusiveEnd = this.#read("exclusive_until", (text, column) =>
      readExclusiveEnd(text, this.#notations.dateAt(column)),
    );
    const row = { writers: [], publishers: [], exclusiveEnd };
    return rightsOfCells(
      { read: (field, read) => this.#read(field, read), readAll: (field, read) => this.#readAll(field, read) },
      row,
    );
  }

  #readAll<Value>(field: ColumnField, read: (texts: readonly string[]) => FactReading<Value>): Value | null {
    const given = this.#given.get(field)?.texts ?? [];
    // Beside other columns of territories, an error counts as one that cannot be read.
    const areKept = given.length > 1 && isTerritoryField(field);
    const { texts, remarks } = columnTexts(
      field,
      areKept ? given : given.filter((text) => !this.#isError(field, text)),
      () => this.#hasNa(),
    );
    for (const remark of remarks) this.#note(field, remark);
    return texts.length === 0 ? null : this.#valueOf(field, read(texts));
  }

  #isError(field: ColumnField, text: string): boolean {
    const isError = SHEET_ERROR.test(text);
    if (isError) this.#note(field, `${JSON.stringify(text)} is an error of a spreadsheet program; left out`);
    return isError;
  }

  #read<Value>(field: ColumnField, read: (text: string, column: number) => FactReading<Value>): Value | null {
    const cell = this.#given.get(field);
    const text = cell === undefined ? undefined : this.text(field);
    if (cell === undefined || text === undefined) return null;
    return isMissing(text) ? null : this.#valueOf(field, read(text, cell.column));
  }

  #valueOf<Value>(field: ColumnField, reading: FactReading<Value>): Value | null {
    if (reading.kind === "wrong") this.#note(field, `${reading.reason}; left out`);
    if (reading.kind !== "value") return null;
    if (reading.remark !== undefined) this.#note(field, reading.remark);
    return reading.value;
  }

  /** Whether a cell that is not about territories is "NA". */
  #hasNa(): boolean {
    return [...this.#given].some(([field, { text }]) => !isTerritoryField(field) && text === "NA");
  }

  #note(field: ColumnField, reason: string): void {
    const effect = { as: "warning", summary: `a cell of ${field} that is wrong or unclear` } as const;
    this.notes.push({ kind: "note", line: this.#line, field: this.#given.get(field)?.header ?? field, reason, effect });
  }
}

function instantOf(text: string): number | null {
  const found = INSTANT.exec(text);
  if (found === null) return null;
  const milliseconds = Date.parse(`${found[1]}T${found[2]}${found[3] ?? "Z"}`);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1_000);
}
