import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { mediaRefsIn } from "../../../src/catalog/media-ref-store.ts";
import { sha256 } from "../../../src/objects/s3-connection.ts";
import type { Received } from "../https-receiver.ts";
import type { Acknowledged } from "./acknowledged.ts";
import type { CrashStore } from "./crash-store.ts";
import { rowViolations, sentencesOf, type Violated } from "./row-violations.ts";

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
      ...rowViolations(
        (text) =>
          db
            .query(text)
            .values()
            .map((row) => row.map(String)),
        acknowledged,
        received,
      ),
      ...(await catalogViolations(data)),
      ...(await fileViolations(folder, db, store)),
    ];
    return [...acknowledged.faults, ...sentencesOf(violated)];
  } finally {
    db.close();
  }
}

function databaseViolations(db: Database): readonly Violated[] {
  const integrity = firsts(db, "PRAGMA integrity_check");
  const broken = firsts(db, "PRAGMA foreign_key_check");
  return [
    { what: "PRAGMA integrity_check", which: integrity.filter((line) => line !== "ok") },
    { what: "tables with broken references", which: broken },
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

/** Returns the first column of a query's rows. */
function firsts(db: Database, query: string): readonly string[] {
  return db
    .query(query)
    .values()
    .map(([first]) => String(first));
}
