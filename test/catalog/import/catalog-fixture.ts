import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CatalogDb } from "../../../src/catalog/catalog-db.ts";
import { currentGeneration } from "../../../src/catalog/generation.ts";
import { runNow } from "../../../src/db/work.ts";
import { importCatalog, type ImportOptions, type ImportOutcome } from "../../../src/catalog/import/import-catalog.ts";
import type { ReportEntry } from "../../../src/catalog/import/report.ts";
import type { SongRecord } from "../../../src/catalog/song-record.ts";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

type Overrides = Partial<Omit<ImportOptions, "paths">>;

/** A data folder and a folder of dumps to import into it. */
export class CatalogFixture {
  readonly root: string;
  readonly dataDir: string;
  readonly dumps: string;
  readonly serviceDb: SqliteServiceDb;
  now = 1_700_000_000_000;

  private constructor(root: string, serviceDb: SqliteServiceDb) {
    this.root = root;
    this.dataDir = join(root, "data");
    this.dumps = join(root, "dumps");
    this.serviceDb = serviceDb;
  }

  static async make(): Promise<CatalogFixture> {
    const root = temporaryFolder();
    await mkdir(join(root, "data"));
    await mkdir(join(root, "dumps"));
    return new CatalogFixture(root, newServiceDb(join(root, "data", "needledrop.db")));
  }

  async remove(): Promise<void> {
    this.serviceDb.close();
  }

  /** Writes a file into the dumps folder and returns its path. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.dumps, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** Imports these paths. */
  importPaths(paths: readonly string[], overrides: Overrides = {}): Promise<ImportOutcome> {
    return importCatalog({
      dataDir: this.dataDir,
      paths,
      replace: false,
      dryRun: false,
      media: "in-place",
      map: new Map(),
      reportPath: this.reportPath,
      clock: { now: () => this.now },
      log: silentLog,
      onProgress: null,
      signal: null,
      serviceDb: this.serviceDb,
      ...overrides,
    });
  }

  /** Imports a dump of these lines: objects, or unchanged texts. */
  async importLines(lines: readonly (object | string)[], overrides: Overrides = {}): Promise<ImportOutcome> {
    return this.importPaths([await this.write("dump.jsonl", jsonLines(lines))], overrides);
  }

  async importCsv(text: string, overrides: Overrides = {}): Promise<ImportOutcome> {
    return this.importPaths([await this.write("dump.csv", text)], overrides);
  }

  get reportPath(): string {
    return join(this.root, "report.jsonl");
  }

  /** The report of the last import. */
  async report(): Promise<ReportEntry[]> {
    const text = await readFile(this.reportPath, "utf8");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): ReportEntry => JSON.parse(line));
  }

  /** Opens the current generation, runs the query and closes it. */
  read<Value>(query: (db: CatalogDb) => Value): Value {
    const generation = runNow(currentGeneration(this.serviceDb));
    if (generation === null) throw new Error("there is no catalog");
    const db = CatalogDb.open(this.dataDir, generation);
    try {
      return query(db);
    } finally {
      db.close();
    }
  }

  song(id: string): SongRecord | null {
    return this.read((db) => db.songsByIds([id]).get(id) ?? null);
  }

  /** The ids of all songs in the catalog's order. */
  ids(): string[] {
    return this.read((db) => Array.from(db.documents(), (song) => song.id));
  }
}

export function jsonLines(lines: readonly (object | string)[]): string {
  return lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
}
