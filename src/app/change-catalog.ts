import type { AuditActor } from "../../schema/wire/audit.ts";
import { listed } from "../audit/audit-event.ts";
import { importCatalog, type ImportOptions, type ImportOutcome } from "../catalog/import/import-catalog.ts";
import { type RemovedNow, type Removal, removeSongs } from "../catalog/import/remove-songs.ts";
import { undoImport } from "../catalog/import/undo-import.ts";
import { canDeleteByAge } from "./clock-guard.ts";
import type { Core } from "./core.ts";
import { mediaStoreOf, storedCatalogsOf } from "./media-store-of.ts";

/** Who changes the catalog, for the audit trail. */
export interface CatalogChanger {
  readonly actor: AuditActor;
  readonly requestId?: string;
}

/** What an import needs besides the data folder. */
export type ImportInto = Omit<ImportOptions, "dataDir" | "clock" | "log" | "serviceDb" | "isClockTrusted" | "stored">;

/** Imports a catalog and records it in the audit trail, unless it is a dry run. */
export async function importInto(core: Core, by: CatalogChanger, options: ImportInto): Promise<ImportOutcome> {
  const { db: serviceDb, clock, log, config, audit } = core;
  const media = config.store === null ? {} : { store: mediaStoreOf(core, "import") };
  const isClockTrusted = (): Promise<boolean> => serviceDb.read(canDeleteByAge(serviceDb, clock.now()));
  const own = {
    ...media,
    stored: storedCatalogsOf(core),
    dataDir: config.dataDir,
    clock,
    log,
    serviceDb,
    isClockTrusted,
  };
  const outcome = await importCatalog({ ...options, ...own });
  if (options.dryRun) return outcome;
  // Counts and the generation only: paths of dumps can name a project.
  const { generation, version, added, updated, retired, rejected } = outcome;
  const objects = { generation, version, added, updated, retired, rejected };
  await audit.record({ ...by, action: "catalog.imported", objects });
  return outcome;
}

/** Goes back to the former catalog and records it in the audit trail. */
export async function undoIn(core: Core, by: CatalogChanger): ReturnType<typeof undoImport> {
  const { db: serviceDb, clock, log, config, audit } = core;
  const undo = await undoImport({ dataDir: config.dataDir, serviceDb, clock, log, stored: storedCatalogsOf(core) });
  const { number, version } = undo.generation;
  const objects = { generation: number, version, undone_version: undo.undone.version };
  await audit.record({ ...by, action: "catalog.undone", objects });
  return undo;
}

/** Takes songs down and records it in the audit trail, in the transaction that hides them. */
export async function removeIn(core: Core, by: CatalogChanger, ids: readonly string[]): Promise<RemovedNow> {
  const { db: serviceDb, clock, log, config, audit } = core;
  const onRemoved: Removal["onRemoved"] = (tx, removed) =>
    audit.recordIn(tx, { ...by, action: "songs.removed", objects: listed("songs", removed) });
  const stored = storedCatalogsOf(core);
  return await removeSongs({ dataDir: config.dataDir, serviceDb, clock, log, stored, onRemoved }, ids);
}
