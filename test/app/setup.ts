import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Core, openCore } from "../../src/app/core.ts";
import { importCatalog } from "../../src/catalog/import/import-catalog.ts";
import type { MediaMode } from "../../src/catalog/import/media/media-importer.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);

/** A data folder in a new temporary folder, with a clock that the test moves. */
export class TestInstallation {
  readonly folder = temporaryFolder();
  readonly data = join(this.folder, "data");
  now = NOON;
  readonly clock = { now: () => this.now };
  readonly #cores: Core[] = [];

  /** Opens the data folder. `remove` closes it if the test has not. */
  async open(data = this.data): Promise<Core> {
    const core = await openCore(readConfig({}, { data }), silentLog, { clock: this.clock });
    this.#cores.push(core);
    return core;
  }

  /** Imports a dump with these songs. */
  async importSongs(core: Core, media: MediaMode, songs: readonly object[]): Promise<void> {
    const dump = this.path("dump.jsonl");
    writeFileSync(dump, songs.map((song) => `${JSON.stringify(song)}\n`).join(""));
    await importCatalog({
      dataDir: core.config.dataDir,
      paths: [dump],
      replace: false,
      dryRun: false,
      media,
      map: new Map(),
      reportPath: null,
      clock: core.clock,
      log: core.log,
      onProgress: null,
      signal: null,
      serviceDb: core.db,
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  remove(): void {
    for (const core of this.#cores) if (isOpen(core)) sqliteOf(core).close();
  }
}

function isOpen(core: Core): boolean {
  try {
    sqliteOf(core).sqlite.run("select 1");
    return true;
  } catch {
    return false;
  }
}
