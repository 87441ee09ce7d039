import { shorten } from "../lib/shorten.ts";
import type { ParameterComplaint, ParsedFilter } from "./list-query.ts";

/** A date, or a time with a time zone. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Times of a list in milliseconds since the epoch: `from` inclusive, `to` exclusive. Null: no limit. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Reads the `filter[…]` parameters of a list one by one, and collects the mistakes in them. */
export class ListFilters {
  readonly #given: ReadonlyMap<string, string>;
  readonly #known = new Set<string>();
  readonly #complaints: ParameterComplaint[] = [];

  constructor(given: Readonly<Record<string, string>>) {
    this.#given = new Map(Object.entries(given));
  }

  text(name: string): string | null {
    this.#known.add(name);
    return this.#given.get(name) ?? null;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null {
    const given = this.text(name);
    const chosen = values.find((value) => value === given) ?? null;
    if (given !== null && chosen === null)
      this.#complain(name, `must be one of ${values.join(", ")}, got ${quoted(given)}`);
    return chosen;
  }

  /** Milliseconds since the epoch. */
  time(name: string): number | null {
    const given = this.text(name);
    if (given === null) return null;
    const at = TIME.test(given) ? Date.parse(given) : Number.NaN;
    if (!Number.isNaN(at)) return at;
    this.#complain(
      name,
      `must be a date, or a time with a time zone, such as 2026-11-28T09:00:00Z, got ${quoted(given)}`,
    );
    return null;
  }

  /** `filter[from]` and `filter[to]`. A range without any time is a mistake, because its list would always be empty. */
  range(): TimeRange {
    const from = this.time("from");
    const to = this.time("to");
    if (from !== null && to !== null && from >= to) this.#complain("to", "must be later than filter[from]");
    return { from, to };
  }

  /** Call this last: filters that were not read before are mistakes. */
  end<Filter>(filter: Filter): ParsedFilter<Filter> {
    const known = [...this.#known].map((name) => `filter[${name}]`).join(", ");
    for (const name of this.#given.keys()) {
      if (!this.#known.has(name)) this.#complain(name, `is not a parameter of this list, which has ${known}`);
    }
    return this.#complaints.length === 0
      ? { kind: "filter", filter }
      : { kind: "complaints", complaints: this.#complaints };
  }

  #complain(name: string, what: string): void {
    const parameter = `filter[${name}]`;
    this.#complaints.push({ parameter, detail: `filter[${shorten(name)}] ${what}.` });
  }
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text));
}
