import { DateEvidence, type DateNotation, NO_DATE_NOTATION } from "./date-notation.ts";
import { DurationEvidence, type DurationNotation, NO_DURATION_NOTATION } from "./duration-notation.ts";
import { KeyEvidence, type KeyNotation, NO_KEY_NOTATION } from "./read-key.ts";

/** Values that can be written in several ways, which only the whole column shows. */
export type ColumnKind = "date" | "duration" | "key";

/** The notations of a table's columns, by their positions. */
export interface TableNotations {
  dateAt(column: number | null): DateNotation;
  durationAt(column: number | null): DurationNotation;
  keyAt(column: number | null): KeyNotation;
}

type Evidence = DateEvidence | DurationEvidence | KeyEvidence;

/** Collects the notations of the columns of a table in a first pass over its rows. */
export class TableEvidence implements TableNotations {
  readonly #dates = new Map<number, DateEvidence>();
  readonly #durations = new Map<number, DurationEvidence>();
  readonly #keys = new Map<number, KeyEvidence>();
  readonly #all: (readonly [number, Evidence])[];
  #settled: SettledNotations | null = null;

  /** `kinds` has the kind of each column; null for a column whose cells need no others. */
  constructor(kinds: readonly (ColumnKind | null)[]) {
    for (const [column, kind] of kinds.entries()) {
      if (kind === "date") this.#dates.set(column, new DateEvidence());
      else if (kind === "duration") this.#durations.set(column, new DurationEvidence());
      else if (kind === "key") this.#keys.set(column, new KeyEvidence());
    }
    this.#all = [...this.#dates, ...this.#durations, ...this.#keys];
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Adds the cells of a row. Call it for all rows before any notation is read. */
  addRow(cells: readonly string[]): void {
    for (const [column, evidence] of this.#all) {
      const cell = cells[column];
      if (cell !== undefined && cell !== "") evidence.add(cell);
    }
  }

  dateAt(column: number | null): DateNotation {
    return this.#notations().dates.get(column ?? -1) ?? NO_DATE_NOTATION;
  }

  durationAt(column: number | null): DurationNotation {
    return this.#notations().durations.get(column ?? -1) ?? NO_DURATION_NOTATION;
  }

  keyAt(column: number | null): KeyNotation {
    return this.#notations().keys.get(column ?? -1) ?? NO_KEY_NOTATION;
  }

  /** Says how unclear values were read: column → sentence. */
  remarks(): { readonly column: number; readonly sentence: string }[] {
    return this.#all.flatMap(([column, evidence]) => evidence.remarks().map((sentence) => ({ column, sentence })));
  }

  #notations(): SettledNotations {
    this.#settled ??= { dates: settled(this.#dates), durations: settled(this.#durations), keys: settled(this.#keys) };
    return this.#settled;
  }
}

interface SettledNotations {
  readonly dates: ReadonlyMap<number, DateNotation>;
  readonly durations: ReadonlyMap<number, DurationNotation>;
  readonly keys: ReadonlyMap<number, KeyNotation>;
}

function settled<Notation>(found: ReadonlyMap<number, { notation(): Notation }>): Map<number, Notation> {
  return new Map(Array.from(found, ([column, evidence]) => [column, evidence.notation()]));
}
