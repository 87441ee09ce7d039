import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

/** Values of one statement; SQLite allows 32,766, and more than a few hundred gain nothing. */
const VALUES_PER_STATEMENT = 640;

/**
 * Inserts rows many at a time: one statement for a block of rows, one for each row that is left over. This is
 * an order of magnitude faster than a query builder, and an import is mostly this.
 */
export class MultiRowInsert {
  readonly #columns: number;
  readonly #blockValues: number;
  readonly #block: Statement;
  readonly #single: Statement;
  #values: SQLQueryBindings[] = [];

  /** `conflict` is what follows the values, for example ON CONFLICT DO NOTHING. */
  constructor(sqlite: Database, table: string, columns: readonly string[], conflict = "") {
    this.#columns = columns.length;
    const rows = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
    this.#blockValues = rows * columns.length;
    const row = `(${columns.map(() => "?").join(", ")})`;
    const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`;
    this.#block = sqlite.prepare(`${insert} ${Array.from({ length: rows }, () => row).join(", ")} ${conflict}`);
    this.#single = sqlite.prepare(`${insert} ${row} ${conflict}`);
  }

  /** Takes one row, in the columns' order. It is in the database after the next `flush` at the latest. */
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
