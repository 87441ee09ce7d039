import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type FolderImportOutcome, importFolder } from "../../../src/catalog/watch/import-folder.ts";
import { FolderWatch, type FolderWatchDeps } from "../../../src/catalog/watch/folder-watch.ts";
import { scanFolder } from "../../../src/catalog/watch/scan-folder.ts";
import { watchFolder } from "../../../src/catalog/watch/watch-store.ts";
import { runNow } from "../../../src/db/work.ts";
import { HOUR_MS, SECOND_MS } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { CatalogFixture, jsonLines } from "../import/catalog-fixture.ts";

export const SETTLE_MS = 30 * SECOND_MS;
export const GRACE_MS = 24 * HOUR_MS;

/** A watched folder, looked at in this process, with a clock that tests move. */
export class WatchFixture {
  readonly catalog: CatalogFixture;
  readonly outcomes: FolderImportOutcome[] = [];
  readonly said: string[] = [];
  #watch: FolderWatch;

  private constructor(catalog: CatalogFixture) {
    this.catalog = catalog;
    this.#watch = this.#newWatch({});
  }

  static async make(): Promise<WatchFixture> {
    return new WatchFixture(await CatalogFixture.make());
  }

  get folder(): string {
    return this.catalog.dumps;
  }

  /** Looks now, with the state of a process that has run since the last restart. */
  async look(): Promise<void> {
    await this.#watch.look(new AbortController().signal);
  }

  /** Looks, waits for the settling time, and looks again. */
  async settle(): Promise<void> {
    await this.look();
    this.catalog.now += SETTLE_MS;
    await this.look();
  }

  restart(changes: Partial<FolderWatchDeps> = {}): void {
    this.#watch = this.#newWatch(changes);
  }

  status() {
    return runNow(watchFolder(this.catalog.serviceDb, this.folder));
  }

  async write(name: string, songs: readonly { id: string; title: string }[]): Promise<void> {
    await this.catalog.write(name, jsonLines(songs));
    await this.touch(name);
  }

  /** Writes a file with the time of the moved clock. */
  async writeBytes(name: string, bytes: Uint8Array | string): Promise<void> {
    await this.catalog.write(name, bytes);
    await this.touch(name);
  }

  /** Gives a file the time of the moved clock. */
  async touch(name: string): Promise<void> {
    const at = this.catalog.now / SECOND_MS;
    await utimes(join(this.folder, name), at, at);
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { recursive: true });
  }

  async unmount(): Promise<void> {
    await rename(this.folder, `${this.folder}-away`);
  }

  async mount(): Promise<void> {
    await rename(`${this.folder}-away`, this.folder);
  }

  ids(): string[] {
    return this.catalog.ids().toSorted();
  }

  #newWatch(changes: Partial<FolderWatchDeps>): FolderWatch {
    const { catalog, said } = this;
    const clock = { now: () => catalog.now };
    const { dataDir, serviceDb } = catalog;
    const warn = (fields: object): void => void said.push(JSON.stringify(fields));
    return new FolderWatch(catalog.dumps, {
      settleMs: SETTLE_MS,
      graceMs: GRACE_MS,
      media: "in-place",
      db: serviceDb,
      clock,
      log: { ...silentLog, warn },
      scan: (folder) => scanFolder(folder),
      importFolder: async (request) => {
        const outcome = await importFolder(request, { dataDir, serviceDb, clock, log: silentLog, signal: null });
        this.outcomes.push(outcome);
        return outcome;
      },
      ...changes,
    });
  }
}

export function songsNamed(prefix: string, count: number): { id: string; title: string }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at}`, title: `Song ${prefix}${at}` }));
}
