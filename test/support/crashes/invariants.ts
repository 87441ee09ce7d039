import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { mediaRefsIn } from "../../../src/catalog/media-ref-store.ts";
import { sha256 } from "../../../src/objects/s3-connection.ts";
import type { Received } from "../https-receiver.ts";
import type { AcceptedSearch, Acknowledged } from "./acknowledged.ts";
import type { CrashStore } from "./crash-store.ts";

/** Violations that are named, per invariant. */
const NAMED_MAX = 5;
/** The current catalog and the one that `import --undo` goes back to. */
const CATALOGS_KEPT = 2;

/** The files of a stopped data folder. Other invariants check which of the media, uploads and catalogs may be there. */
const EXPECTED = new RegExp(
  [
    String.raw`^(needledrop|catalog/vectors)\.db(-wal|-shm)?$`,
    String.raw`^(server|import|backup)\.lock$`,
    String.raw`^admin-token$`,
    String.raw`^catalog/gen-\d{6,}/(catalog\.db|index\.bin)$`,
    String.raw`^(media|generated|uploads|cache)/`,
    String.raw`^native/[0-9a-f]{16}/(?!.*\.unpacking$)`,
  ].join("|"),
);

interface Violated {
  readonly what: string;
  readonly which: readonly string[];
}

/** Returns a sentence for each invariant that the stopped installation violates. */
export async function violationsOf(
  folder: string,
  acknowledged: Acknowledged,
  { received, store }: { readonly received: readonly Received[]; readonly store: CrashStore | null },
): Promise<readonly string[]> {
  const data = join(folder, "data");
  const db = new Database(join(data, "needledrop.db"), { readonly: true });
  try {
    const violated = [
      ...databaseViolations(db),
      ...searchViolations(db, acknowledged, received),
      ...ledgerViolations(db, acknowledged),
      ...assetViolations(db, acknowledged),
      ...(await catalogViolations(data)),
      ...(await fileViolations(folder, db, store)),
    ];
    return [...acknowledged.faults, ...violated.filter(({ which }) => which.length > 0).map(sentenceOf)];
  } finally {
    db.close();
  }
}

function sentenceOf({ what, which }: Violated): string {
  const rest = which.length > NAMED_MAX ? `, and ${which.length - NAMED_MAX} more` : "";
  return `${what}: ${which.slice(0, NAMED_MAX).join(", ")}${rest}`;
}

function databaseViolations(db: Database): readonly Violated[] {
  const integrity = firsts(db, "PRAGMA integrity_check");
  const broken = firsts(db, "PRAGMA foreign_key_check");
  return [
    { what: "PRAGMA integrity_check", which: integrity.filter((line) => line !== "ok") },
    { what: "tables with broken references", which: broken },
  ];
}

function searchViolations(
  db: Database,
  { searches, replays }: Acknowledged,
  received: readonly Received[],
): readonly Violated[] {
  const ended = new Set(firsts(db, "SELECT search_id AS id FROM executions WHERE status = 'completed'"));
  const unfinished = firsts(db, "SELECT id FROM executions WHERE status <> 'completed'");
  const undelivered = firsts(
    db,
    `SELECT e.id FROM executions e LEFT JOIN deliveries d ON d.execution_id = e.id AND d.status = 'delivered'
     WHERE d.id IS NULL`,
  );
  const idsByPath = new Map<string, Set<string>>();
  const pathsById = new Map<string, Set<string>>();
  const countById = new Map<string, number>();
  for (const { path, headers } of received) {
    const id = headers["webhook-id"] ?? "";
    addTo(idsByPath, path, id);
    addTo(pathsById, id, path);
    countById.set(id, (countById.get(id) ?? 0) + 1);
  }
  const urls = new Set(firsts(db, "SELECT url FROM deliveries").map((url) => new URL(url).pathname));
  const isJoined = ({ path }: AcceptedSearch): boolean => !urls.has(path);
  return [
    { what: "accepted searches that did not end as completed", which: lost(searches, ({ id }) => ended.has(id)) },
    { what: "executions that did not end as completed", which: unfinished },
    { what: "executions whose webhook was not delivered", which: undelivered },
    {
      what: "acknowledged replays that did not arrive",
      which: [...replays].filter(([id, before]) => (countById.get(id) ?? 0) <= before).map(([id]) => id),
    },
    {
      what: "accepted searches whose webhook did not arrive",
      which: lost(searches, (one) => isJoined(one) || idsByPath.has(one.path)),
    },
    { what: "callbacks with several webhook-ids", which: withSeveral(idsByPath) },
    { what: "webhook-ids of several callbacks", which: withSeveral(pathsById) },
  ];
}

function ledgerViolations(db: Database, { cacheHits }: Acknowledged): readonly Violated[] {
  const unbilled = firsts(
    db,
    "SELECT e.id FROM executions e LEFT JOIN ledger l ON l.execution_id = e.id GROUP BY e.id HAVING count(l.id) <> 1",
  );
  const unknown = firsts(
    db,
    `SELECT l.execution_id AS id FROM ledger l LEFT JOIN executions e ON e.id = l.execution_id
     WHERE l.execution_id IS NOT NULL AND e.id IS NULL`,
  );
  const counted = db
    .query<{ searchId: string; hits: number }, []>(
      "SELECT search_id AS searchId, count(*) AS hits FROM ledger WHERE tier = 'cached' GROUP BY search_id",
    )
    .all();
  const hits = new Map(counted.map((row) => [row.searchId, row.hits]));
  const answered = Map.groupBy(cacheHits, (id) => id);
  const missing = [...answered].filter(([id, answers]) => (hits.get(id) ?? 0) < answers.length).map(([id]) => id);
  return [
    { what: "executions without exactly one row in the ledger", which: unbilled },
    { what: "rows of the ledger without an execution", which: unknown },
    { what: "answers from the cache that are not in the ledger", which: missing },
  ];
}

function assetViolations(db: Database, { assetIds }: Acknowledged): readonly Violated[] {
  const known = new Set(firsts(db, "SELECT id FROM assets"));
  const failed = db
    .query<{ id: string; status: string; error: string | null }, []>(
      "SELECT id, status, error FROM assets WHERE status <> 'processed'",
    )
    .all();
  return [
    { what: "accepted uploads that are gone", which: assetIds.filter((id) => !known.has(id)) },
    {
      what: "good uploads that were not processed",
      which: failed.map(({ id, status, error }) => `${id} (${status}, ${error ?? "no error"})`),
    },
  ];
}

async function catalogViolations(data: string): Promise<readonly Violated[]> {
  const faults: string[] = [];
  for (const path of await generations(data)) {
    const db = new Database(path, { readonly: true });
    const lines = firsts(db, "PRAGMA integrity_check").filter((line) => line !== "ok");
    const broken = firsts(db, "PRAGMA foreign_key_check").map((table) => `broken references in ${table}`);
    faults.push(...[...lines, ...broken].map((line) => `${path}: ${line}`));
    db.close();
  }
  return [{ what: "PRAGMA integrity_check and foreign_key_check of a catalog", which: faults }];
}

/** Files that nothing refers to, and missing ones that something refers to. */
async function fileViolations(folder: string, db: Database, store: CrashStore | null): Promise<readonly Violated[]> {
  const data = join(folder, "data");
  const named = new Set((await generations(data)).flatMap((path) => [...mediaRefsIn(path)]).map(fileOf));
  const made = new Set(firsts(db, "SELECT ref AS id FROM media_made WHERE ref IS NOT NULL").map(fileOf));
  const files = await storedFiles(join(data, "media"));
  const objects = store === null ? null : await readObjects(store);
  const media = objects?.media ?? files;
  const generated = await storedFiles(join(data, "generated"));
  const stored = new Set(firsts(db, "SELECT 'catalog/' || digest AS id FROM catalog_objects"));
  // An index that was built again can be sent a minute later.
  const unsent = firsts(
    db,
    `SELECT generation AS id FROM catalog_pointer
     WHERE generation NOT IN (SELECT generation FROM catalog_objects WHERE file = 'catalog.db')`,
  );
  const catalogs = (await namesOf(join(data, "catalog"))).filter((name) => name.startsWith("gen-")).toSorted();
  const others = await filesBelow(data);
  return [
    { what: "objects with other bytes than their digests", which: objects?.damaged ?? [] },
    {
      what: "objects of catalogs that are not needed",
      which: (objects?.catalogs ?? []).filter((key) => !stored.has(key)),
    },
    {
      what: "catalogs without their objects",
      which: objects === null ? [] : [...stored].filter((key) => !objects.catalogs.includes(key)),
    },
    { what: "current catalogs that were not sent", which: objects === null ? [] : unsent },
    { what: "objects of uploads that are not needed", which: objects?.uploads ?? [] },
    { what: "files in media/ beside the store", which: objects === null ? [] : files },
    { what: "media without a song", which: media.filter((name) => !named.has(name)) },
    { what: "songs without their media", which: [...named].filter((name) => !media.includes(name)) },
    { what: "generated files without a row", which: generated.filter((name) => !made.has(name)) },
    { what: "rows without their generated file", which: [...made].filter((name) => !generated.includes(name)) },
    { what: "incomplete uploads", which: await namesOf(join(data, "uploads", "incoming")) },
    { what: "originals that are not needed", which: await namesOf(join(data, "uploads", "originals")) },
    { what: "originals that were set aside", which: await namesOf(join(data, "uploads", "set-aside")) },
    { what: "files that no stopped installation has", which: others.filter((name) => !EXPECTED.test(name)) },
    {
      what: "incomplete backups",
      which: (await namesOf(join(folder, "backups"))).filter((name) => !name.endsWith(".tar")),
    },
    { what: "more catalogs than the current and the former one", which: catalogs.slice(0, -CATALOGS_KEPT) },
  ];
}

interface FoundObjects {
  /** Names of media. */
  readonly media: readonly string[];
  readonly uploads: readonly string[];
  readonly catalogs: readonly string[];
  readonly damaged: readonly string[];
}

async function readObjects({ objects }: CrashStore): Promise<FoundObjects> {
  const found = { media: [] as string[], uploads: [] as string[], catalogs: [] as string[], damaged: [] as string[] };
  for await (const page of objects.list("", null)) {
    for (const { key, byteSize } of page) {
      if (key.startsWith("uploads/")) found.uploads.push(key);
      const name = basename(key);
      if (key.startsWith("catalog/")) found.catalogs.push(key);
      else if (key.startsWith("media/")) found.media.push(name);
      else continue;
      const bytes = await objects.read(key, 0, byteSize - 1, null);
      if (!name.startsWith(sha256(bytes))) found.damaged.push(name);
    }
  }
  return found;
}

async function generations(data: string): Promise<readonly string[]> {
  const names = await namesOf(join(data, "catalog"));
  const paths = names
    .filter((name) => /^gen-\d{6,}$/.test(name))
    .map((name) => join(data, "catalog", name, "catalog.db"));
  return paths.filter((path) => existsSync(path));
}

/** Returns the paths of all files below a folder, relative to it. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Returns the names of all files of a content store, also of temporary ones. */
async function storedFiles(store: string): Promise<readonly string[]> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function fileOf(ref: string): string {
  return basename(ref.replace(/^store:/, ""));
}

async function namesOf(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

function lost(searches: readonly AcceptedSearch[], isKept: (search: AcceptedSearch) => boolean): readonly string[] {
  return searches.filter((search) => !isKept(search)).map(({ id, path }) => `${id} (${path})`);
}

function withSeveral(sets: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...sets].filter(([, set]) => set.size > 1).map(([name]) => name);
}

function addTo(sets: Map<string, Set<string>>, name: string, value: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(value));
}

/** Returns the first column of a query's rows. */
function firsts(db: Database, query: string): readonly string[] {
  return db
    .query(query)
    .values()
    .map(([first]) => String(first));
}
