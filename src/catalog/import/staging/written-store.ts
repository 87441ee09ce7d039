import type { Database, Statement } from "bun:sqlite";

/** Values in memory. Further ones are in a temporary table. */
const REMEMBERED_MAX = 100_000;

/** Remembers what this import wrote last for each id, however many ids a dump has. */
export class WrittenStore {
  readonly #sqlite: Database;
  readonly #table: string;
  readonly #remembered = new Map<string, string>();
  #spilled: Spilled | null = null;

  readonly #rememberedMax: number;

  /** `table` is the name of the temporary table. */
  constructor(
    sqlite: Database,
    table: "written_artists" | "written_playlists",
    { rememberedMax = REMEMBERED_MAX }: { readonly rememberedMax?: number } = {},
  ) {
    this.#sqlite = sqlite;
    this.#table = table;
    this.#rememberedMax = rememberedMax;
  }

  get(id: string): string | null {
    return this.#remembered.get(id) ?? this.#spilled?.select.get(id)?.value ?? null;
  }

  set(id: string, value: string): void {
    if (this.#remembered.size >= this.#rememberedMax) this.#spill();
    this.#remembered.set(id, value);
  }

  finalize(): void {
    if (this.#spilled === null) return;
    this.#spilled.select.finalize();
    this.#spilled.insert.finalize();
    this.#sqlite.run(`DROP TABLE ${this.#table}`);
  }

  #spill(): void {
    this.#spilled ??= openSpilled(this.#sqlite, this.#table);
    const { insert } = this.#spilled;
    for (const [id, value] of this.#remembered) insert.run(id, value);
    this.#remembered.clear();
  }
}

interface Spilled {
  readonly select: Statement<{ value: string }, [string]>;
  readonly insert: Statement<unknown, [string, string]>;
}

function openSpilled(sqlite: Database, table: string): Spilled {
  sqlite.run(`CREATE TEMP TABLE ${table} (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  return {
    select: sqlite.prepare(`SELECT value FROM ${table} WHERE id = ?`),
    insert: sqlite.prepare(
      `INSERT INTO ${table} (id, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
    ),
  };
}
