import { join } from "node:path";
import { type Core, openCore } from "../../src/app/core.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);

/** A data folder of its own below a temporary folder, with a clock that the test moves. */
export class TestInstallation {
  readonly folder = temporaryFolder();
  readonly data = join(this.folder, "data");
  now = NOON;
  readonly clock = { now: () => this.now };
  readonly #cores: Core[] = [];

  /** Opens the data folder; closed at the end of the test if it still is. */
  open(data = this.data): Core {
    const core = openCore(readConfig({}, { data }), silentLog, { clock: this.clock });
    this.#cores.push(core);
    return core;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  remove(): void {
    for (const core of this.#cores) if (isOpen(core)) core.close();
  }
}

function isOpen(core: Core): boolean {
  try {
    core.db.sqlite.run("select 1");
    return true;
  } catch {
    return false;
  }
}
