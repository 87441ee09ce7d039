import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

/** Values per statement. SQLite allows 32,766, but more than a few hundred are not faster. */
const VALUES_PER_STATEMENT = 640;

/**
 * Inserts rows in blocks with one statement per block; `flush` inserts the remaining rows one by one. An import spends
 * most of its time on inserts, and this is an order of magnitude faster than a query builder.
 */
export class MultiRowInsert {
  readonly #columns: number;
  readonly #blockValues: number;
  readonly #block: Statement;
  readonly #single: Statement;
  #values: SQLQueryBindings[] = [];

  /** `conflict` is the conflict clause, for example ON CONFLICT DO NOTHING. */
  constructor(sqlite: Database, table: string, columns: readonly string[], conflict = "") {
    this.#columns = columns.length;
    const rows = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
    this.#blockValues = rows * columns.length;
    const row = `(${columns.map(() => "?").join(", ")})`;
    const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`;
    this.#block = sqlite.prepare(`${insert} ${Array.from({ length: rows }, () => row).join(", ")} ${conflict}`);
    this.#single = sqlite.prepare(`${insert} ${row} ${conflict}`);
  }

  /** Adds a row, with values in the order of the columns. The row is in the database after the next `flush` at the latest. */
  add(...row: SQLQueryBindings[]): void {
    this.#values.push(...row);
    if (this.#values.length < this.#blockValues) return;
    this.#block.run(...this.#values);
    this.#values = [];
  }

  flush(): void {
    for (let at = 0; at < this.#values.length; at += this.#columns) {
      this.#single.run(...this.#values.slice(at, at + this.#columns));
    }
    this.#values = [];
  }

  finalize(): void {
    this.#block.finalize();
    this.#single.finalize();
  }
}
