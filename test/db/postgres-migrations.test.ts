import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

interface Snapshot {
  readonly tables: Readonly<Record<string, SnapshotTable>>;
}

interface SnapshotTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, { readonly name: string; readonly notNull: boolean }>>;
  readonly indexes: Readonly<Record<string, SnapshotIndex>>;
  readonly checkConstraints: Readonly<Record<string, unknown>>;
  readonly foreignKeys: Readonly<Record<string, { readonly tableTo: string; readonly onDelete?: string }>>;
}

interface SnapshotIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly where?: string;
  readonly columns: readonly (string | { readonly expression: string })[];
}

/** Reads what drizzle-kit noted after the last migration. */
async function lastSnapshot(database: string): Promise<Snapshot> {
  const folder = join(import.meta.dir, "../../schema/migrations", database, "meta");
  const last = readdirSync(folder)
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  return (await Bun.file(join(folder, last ?? "")).json()) as Snapshot;
}

function described({ tables }: Snapshot) {
  return Object.values(tables)
    .map((table) => ({
      name: table.name,
      columns: Object.values(table.columns).map(({ name, notNull }) => `${name} ${notNull}`),
      indexes: Object.values(table.indexes).map((index) => [
        index.name,
        index.isUnique,
        index.where ?? "",
        ...index.columns.map((column) =>
          (typeof column === "string" ? column : column.expression).replace(/[()]/g, ""),
        ),
      ]),
      checks: Object.keys(table.checkConstraints),
      references: Object.values(table.foreignKeys).map(({ tableTo, onDelete }) => `${tableTo} ${onDelete ?? ""}`),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

test("the migrations of both engines end with the same tables, columns, indexes, checks and references", async () => {
  const [sqlite, postgres] = await Promise.all(["service", "service-postgres"].map(lastSnapshot));
  expect(described(postgres as Snapshot)).toEqual(described(sqlite as Snapshot));
});
