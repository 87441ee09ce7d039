import { type Static, Type } from "@sinclair/typebox";
import { AuditEntry } from "../../schema/wire/audit.ts";
import type { CatalogWork, WorkEnd, WorkOptions, WorkProgress } from "../catalog/admin/catalog-work.ts";
import { ImportFailure } from "../catalog/import/failure.ts";
import { MEDIA_MODES } from "../catalog/import/media/media-importer.ts";
import type { ImportProgress } from "../catalog/import/tally.ts";
import { type Config, readConfig } from "../config/config.ts";
import { DatabaseSettings } from "../config/database-settings.ts";
import { StoreSettings } from "../config/store-settings.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { silentLog } from "../lib/log.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { OwnChildFailed, ownProgram, readRequest } from "../native/own-child.ts";
import { streamChild } from "../native/run-child.ts";
import { importInto, removeIn, undoIn } from "./change-catalog.ts";
import { demoCatalogPath } from "./demo-catalog.ts";
import { openData } from "./open-data.ts";

const PROGRESS_EVERY_MS = SECOND_MS;
/** Warnings and remarks of one import that are shown. The report has all. */
const REMARKS_MAX = 100;
/** A longer line is no answer of ours. */
const LINE_CHARACTERS_MAX = 1_000_000;

const LIMITS = {
  // A first import can copy terabytes from a slow mount.
  timeoutMs: 24 * HOUR_MS,
  stalledMs: 30 * MINUTE_MS,
  memoryBytesMax: 8_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 100_000_000,
  fileBytesMax: 2 ** 50,
  // 64 media are copied at the same time.
  openFilesMax: 1_024,
} as const;
const FAILURE = "The catalog could not be changed";

const By = { actor: AuditEntry.properties.actor, requestId: Type.String() };
const Work = Type.Union([
  Type.Object({
    ...By,
    kind: Type.Literal("import"),
    paths: Type.Array(Type.String()),
    isDemonstration: Type.Boolean(),
    replace: Type.Boolean(),
    mayRetireMany: Type.Boolean(),
    dryRun: Type.Boolean(),
    media: Type.Union(MEDIA_MODES.map((mode) => Type.Literal(mode))),
    families: Type.Boolean(),
    reportPath: Type.String(),
  }),
  Type.Object({ ...By, kind: Type.Literal("undo") }),
  Type.Object({ ...By, kind: Type.Literal("remove"), ids: Type.Array(Type.String()) }),
]);
const Request = Type.Object({
  data: Type.String(),
  database: Type.Union([DatabaseSettings, Type.Null()]),
  store: Type.Union([StoreSettings, Type.Null()]),
  work: Work,
});

const Progress = Type.Object({
  records: Type.Integer(),
  rejected: Type.Integer(),
  bytesRead: Type.Integer(),
  bytesTotal: Type.Integer(),
  indexed: Type.Union([Type.Integer(), Type.Null()]),
  songsTotal: Type.Union([Type.Integer(), Type.Null()]),
});
const Warning = Type.Object({
  message: Type.String(),
  count: Type.Integer(),
  file: Type.String(),
  line: Type.Integer(),
});
const End = Type.Union([
  Type.Object({
    kind: Type.Literal("imported"),
    outcome: Type.Object({
      added: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      retired: Type.Integer(),
      rejected: Type.Integer(),
      missingMedia: Type.Integer(),
      version: Type.Union([Type.String(), Type.Null()]),
      warnings: Type.Array(Warning),
      remarks: Type.Array(Type.String()),
    }),
  }),
  Type.Object({
    kind: Type.Literal("undone"),
    version: Type.String(),
    songs: Type.Integer(),
    undoneVersion: Type.String(),
  }),
  Type.Object({ kind: Type.Literal("removed"), version: Type.Union([Type.String(), Type.Null()]) }),
  Type.Object({ kind: Type.Literal("failed"), sentence: Type.String() }),
]);
const Line = Type.Union([Type.Object({ progress: Progress }), Type.Object({ end: End })]);

/** Changes the catalog in a child process. Throws OwnChildFailed, or the signal's reason. */
export async function changeCatalogApart(
  { dataDir, database, store }: Pick<Config, "dataDir" | "database" | "store">,
  work: CatalogWork,
  { signal, onProgress }: WorkOptions,
): Promise<WorkEnd> {
  const decoder = new TextDecoder();
  let rest = "";
  let end = null as WorkEnd | null;
  const result = await streamChild(
    [...ownProgram(), "change-catalog"],
    {
      limits: LIMITS,
      // An administrator waits for it, as for the command.
      priority: "request",
      input: new TextEncoder().encode(JSON.stringify({ data: dataDir, database, store, work })),
      signal,
    },
    (chunk) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(0, LINE_CHARACTERS_MAX);
      for (const text of lines) {
        const line = parseChecked(Line, text);
        if (line === null) continue;
        if ("progress" in line) onProgress(line.progress);
        else end = line.end;
      }
    },
  );
  signal.throwIfAborted();
  if (end === null || result.end !== "exited")
    throw new OwnChildFailed(FAILURE, { ...result, stdout: new Uint8Array() });
  return end;
}

/** The child's side. `write` gets lines. */
export async function answerChangeCatalog(text: string, write: (line: string) => Promise<void>): Promise<void> {
  const { data, database, store, work } = readRequest(Request, text);
  const core = await openData({ ...readConfig({}, { data }), database, store }, silentLog, { mayCreate: false });
  let shownAt = -Infinity;
  let writing = Promise.resolve();
  const say = (line: Static<typeof Line>): void => {
    writing = writing.then(() => write(`${JSON.stringify(line)}\n`));
  };
  const onProgress = (progress: ImportProgress): void => {
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) return;
    shownAt = performance.now();
    say({ progress: progressOf(progress) });
  };
  try {
    say({ end: await endOf(() => doWork(core, work, onProgress)) });
    await writing;
  } finally {
    await core.close();
  }
}

async function doWork(
  core: Parameters<typeof importInto>[0],
  work: Static<typeof Work>,
  onProgress: (progress: ImportProgress) => void,
): Promise<Static<typeof End>> {
  const by = { actor: work.actor, requestId: work.requestId };
  switch (work.kind) {
    case "import": {
      const { actor: _actor, requestId: _requestId, kind: _kind, isDemonstration, ...options } = work;
      const paths = isDemonstration ? [demoCatalogPath()] : options.paths;
      const parts = { ...options, paths, isDemonstration, map: new Map(), onProgress, signal: null };
      const outcome = await importInto(core, by, parts);
      const { added, updated, unchanged, retired, rejected, missingMedia, version } = outcome;
      const warnings = outcome.warnings.slice(0, REMARKS_MAX).map((warning) => ({ ...warning }));
      const remarks = outcome.remarks.slice(0, REMARKS_MAX);
      const counts = { added, updated, unchanged, retired, rejected, missingMedia };
      return { kind: "imported", outcome: { ...counts, version, warnings, remarks } };
    }
    case "undo": {
      const { generation, undone } = await undoIn(core, by);
      const { version, songs } = generation;
      return { kind: "undone", version, songs, undoneVersion: undone.version };
    }
    case "remove":
      return { kind: "removed", version: (await removeIn(core, by, work.ids)).generation?.version ?? null };
  }
}

/** A failure that the user can do something about is an end; every other error ends the child. */
async function endOf(work: () => Promise<Static<typeof End>>): Promise<Static<typeof End>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFailure) return { kind: "failed", sentence: error.message };
    throw error;
  }
}

function progressOf({ records, rejected, bytesRead, bytesTotal, index }: ImportProgress): WorkProgress {
  const indexed = index?.songs ?? null;
  return { records, rejected, bytesRead, bytesTotal, indexed, songsTotal: index?.songsTotal ?? null };
}
