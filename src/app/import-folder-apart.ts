import { type Static, Type } from "@sinclair/typebox";
import { MEDIA_MODES } from "../catalog/import/media/media-importer.ts";
import { type FolderImport, type FolderImportOutcome, importFolder } from "../catalog/watch/import-folder.ts";
import { type Config, readConfig } from "../config/config.ts";
import { DatabaseSettings } from "../config/database-settings.ts";
import { StoreSettings } from "../config/store-settings.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/clock.ts";
import { type Log, silentLog } from "../lib/log.ts";
import { readRequest, runOwnChild } from "../native/own-child.ts";
import { canDeleteByAge } from "./clock-guard.ts";
import { mediaStoreOf, storedCatalogsOf } from "./media-store-of.ts";
import { openData } from "./open-data.ts";

/** Warnings of an import that reach the server's log. */
const WARNINGS_MAX = 20;

const Request = Type.Object({
  data: Type.String(),
  database: Type.Union([DatabaseSettings, Type.Null()]),
  store: Type.Union([StoreSettings, Type.Null()]),
  folder: Type.String(),
  fingerprint: Type.String(),
  graceMs: Type.Number(),
  media: Type.Union(MEDIA_MODES.map((mode) => Type.Literal(mode))),
});

const Outcome = Type.Union([
  Type.Object({
    kind: Type.Literal("imported"),
    added: Type.Integer(),
    updated: Type.Integer(),
    retired: Type.Integer(),
    rejected: Type.Integer(),
    missingMedia: Type.Integer(),
    held: Type.Integer(),
    songs: Type.Integer(),
    unread: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal("changed") }),
  Type.Object({ kind: Type.Literal("busy"), sentence: Type.String() }),
]);
const Answer = Type.Object({ outcome: Outcome, warnings: Type.Array(Type.String()) });

const CHILD = {
  command: ["import-folder"],
  answer: Answer,
  limits: {
    // A first import can copy terabytes from a slow mount.
    timeoutMs: 24 * HOUR_MS,
    stalledMs: 30 * MINUTE_MS,
    memoryBytesMax: 8_000_000_000,
    countsDataOnly: true,
    outputBytesMax: 1_000_000,
    fileBytesMax: 2 ** 50,
    // 64 media are copied at the same time.
    openFilesMax: 1_024,
  },
  priority: "background",
  failure: "The watched folder could not be imported",
} as const;

export interface ApartImport extends Pick<Config, "dataDir" | "database" | "store"> {
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Imports a watched folder in a child process of low priority. Throws OwnChildFailed, or the signal's reason. */
export async function importFolderApart(
  request: FolderImport,
  { dataDir, database, store, log, signal }: ApartImport,
): Promise<FolderImportOutcome> {
  const { outcome, warnings } = await runOwnChild(CHILD, { ...request, data: dataDir, database, store }, signal);
  for (const reason of warnings) log.warn({ folder: request.folder, reason }, "from the import of a watched folder");
  return outcome;
}

/** The child's side. */
export async function answerImportFolder(text: string): Promise<Static<typeof Answer>> {
  const { data, database, store, ...request } = readRequest(Request, text);
  const warnings: string[] = [];
  const warn = (fields: object, message: string): void => {
    if (warnings.length < WARNINGS_MAX) warnings.push(`${message} ${JSON.stringify(fields)}`);
  };
  const log = { ...silentLog, warn, error: warn };
  const core = await openData({ ...readConfig({}, { data }), database, store }, log, { mayCreate: false });
  try {
    const { db: serviceDb, clock } = core;
    const media = store === null ? {} : { store: mediaStoreOf(core, "import") };
    const isClockTrusted = (): Promise<boolean> => serviceDb.read(canDeleteByAge(serviceDb, clock.now()));
    const stored = storedCatalogsOf(core);
    const own = { dataDir: data, ...media, stored, serviceDb, clock, log, signal: null, isClockTrusted };
    const outcome = await importFolder(request, own);
    return { outcome, warnings };
  } finally {
    await core.close();
  }
}
