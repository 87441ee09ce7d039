import { join } from "node:path";
import type { ServiceDb } from "../../src/db/service-db.ts";
import type { Engine } from "../../src/db/work.ts";
import { newServiceDb } from "./new-service-db.ts";
import { HAS_POSTGRES, newPostgresServiceDb } from "./postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The engines that the tests of stores run on: `describe.each(ENGINES)`. */
export const ENGINES: readonly Engine[] = HAS_POSTGRES ? ["sqlite", "postgres"] : ["sqlite"];

export interface OpenServiceDb extends ServiceDb {
  close(): void | Promise<void>;
}

/** Opens a new service database. */
export async function newDbOn(engine: Engine): Promise<OpenServiceDb> {
  return engine === "sqlite" ? newServiceDb(join(temporaryFolder(), "needledrop.db")) : await newPostgresServiceDb();
}
