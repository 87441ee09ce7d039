import { dirname, join } from "node:path";
import { ImportFailure, UnreadableTable } from "../failure.ts";
import { isWithin } from "../media/media-path.ts";
import { namesFiles, recogniseSheet } from "../sheets/recognise-sheet.ts";
import { byNormalHeader, columnField, type ColumnMap, listColumns, normalizeHeader } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { openTables, type TableFormat } from "./open-tables.ts";
import { refuseWide } from "./read-rows.ts";
import { selectTables } from "./select-tables.ts";

export interface SelectedFiles {
  readonly files: readonly DumpFile[];
  /** Tables and types of audio that the import does not read, with the reasons. */
  readonly leftOut: readonly LeftOut[];
  /** Audio that is imported only if a dump names it, by absolute path. */
  readonly audioNearDumps: ReadonlyMap<string, AudioNearDump>;
  /** Other files that the import does not read, by absolute path. A dump can name them, for example an archive of stems. */
  readonly unread: ReadonlyMap<string, UnnamedFile>;
}

export interface UnnamedFile {
  /** Its path in reports. */
  readonly name: string;
  readonly reason: string;
}

/** The names of an imported folder and of an audio file in it, as reports show them. */
export interface AudioNearDump {
  readonly folder: string;
  readonly name: string;
}

interface LeftOut {
  readonly file: string;
  /** 0 for a folder. */
  readonly line: number;
  readonly reason: string;
}

/**
 * A `sheet` names audio files and reports audio that it does not name. A `foreign` table does not describe music. A
 * `damaged` one does not tell; the import reports it, and reads the audio around it.
 */
type OwningTable =
  | { readonly kind: "sheet" }
  | { readonly kind: "dump" }
  | { readonly kind: "damaged" }
  | { readonly kind: "foreign"; readonly reason: string };

/**
 * Decides which audio files of a folder are imported as songs: those without a dump in their own folder or a parent
 * folder. Tables without a known column are left out, so that they do not hide the audio around them.
 */
export async function selectAudio(
  found: readonly DumpFile[],
  { map, signal }: { readonly map: ColumnMap; readonly signal: AbortSignal | null },
): Promise<SelectedFiles> {
  const columns = byNormalHeader(map);
  const tables = new Map<DumpFile, OwningTable>();
  const audioNearDumps = new Map<string, AudioNearDump>();
  const files: DumpFile[] = [];
  const leftOut: LeftOut[] = [];
  const unread = new Map<string, UnnamedFile>();
  for (const file of found) {
    if (file.format !== "audio") {
      files.push(file);
      continue;
    }
    leftOut.push(...unsupportedTypes(file));
    for (const { path, reason } of file.unread ?? []) {
      unread.set(join(file.path, path), { name: join(file.name, path), reason });
    }
    if (file.audio.length === 0) continue;
    const near = found.filter((one) => one.format !== "audio" && isWithin(file.path, one.path));
    for (const one of near) if (!tables.has(one)) tables.set(one, await classify(one, columns, signal));
    const owners = ownersByFolder(near, tables);
    const audio: string[] = [];
    for (const path of file.audio) {
      const owning = ownersAbove(join(file.path, path), file.path, owners);
      if (owning.length === 0) audio.push(path);
      else audioNearDumps.set(join(file.path, path), { folder: file.name, name: join(file.name, path) });
    }
    if (audio.length > 0) files.push({ ...file, audio, sizeBytes: audio.length });
  }
  for (const [{ name }, table] of tables) {
    if (table.kind === "foreign") leftOut.push({ file: name, line: 1, reason: table.reason });
  }
  return { files: files.filter((file) => tables.get(file)?.kind !== "foreign"), leftOut, audioNearDumps, unread };
}

function unsupportedTypes({ name, unread = [] }: DumpFile): LeftOut[] {
  const endings = unread.flatMap(({ ending }) => ending ?? []);
  if (endings.length === 0) return [];
  const counts = Map.groupBy(endings, (ending) => ending);
  const types = Array.from(counts, ([ending, files]) => `${files.length} .${ending}`).toSorted();
  return [{ file: name, line: 0, reason: `not read, unsupported types of audio: ${types.join(", ")}` }];
}

type Owner = "sheet" | "dump";

/** Folder → the kind of its tables; a folder with a sheet and other dumps counts as a folder with a sheet. */
function ownersByFolder(
  near: readonly DumpFile[],
  tables: ReadonlyMap<DumpFile, OwningTable>,
): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const file of near) {
    const kind = tables.get(file)?.kind ?? "dump";
    if (kind !== "foreign" && kind !== "damaged" && owners.get(file.folder) !== "sheet") owners.set(file.folder, kind);
  }
  return owners;
}

/** Returns the owners of the folder that contains `path`, and of its parent folders up to `root`. */
function ownersAbove(path: string, root: string, owners: ReadonlyMap<string, Owner>): Owner[] {
  const found: Owner[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const owner = owners.get(folder);
    if (owner !== undefined) found.push(owner);
    if (folder === root || !isWithin(root, folder)) return found;
  }
}

async function classify(file: DumpFile, map: ColumnMap, signal: AbortSignal | null): Promise<OwningTable> {
  if (file.format === "jsonl" || file.format === "audio") return { kind: "dump" };
  let heads: readonly (readonly string[])[];
  try {
    heads = await readHeads(file, file.format, { map, signal });
  } catch (error) {
    if (error instanceof UnreadableTable) return { kind: "damaged" };
    // The import reports a file that ends too early when it reads it.
    if (error instanceof ImportFailure) return { kind: "dump" };
    throw error;
  }
  const [first] = heads;
  if (first === undefined) return { kind: "foreign", reason: "not read: the table is empty" };
  if (heads.some((headers) => headers.some((header) => map.has(normalizeHeader(header))))) return { kind: "dump" };
  const layouts = heads.map(recogniseSheet).filter((layout) => layout !== null);
  if (layouts.length > 0) return { kind: layouts.some(namesFiles) ? "sheet" : "dump" };
  const isOwn = heads.flat().some((header) => ["id", "title"].includes(columnField(header) ?? ""));
  if (isOwn) return { kind: "dump" };
  return { kind: "foreign", reason: `not read: no known columns (${listColumns(first)}); assign columns with --map` };
}

/** The headers of the tables that the import would read. */
async function readHeads(
  file: DumpFile,
  format: TableFormat,
  { map, signal }: { readonly map: ColumnMap; readonly signal: AbortSignal | null },
): Promise<readonly (readonly string[])[]> {
  const open = await openTables(file, format, { onBytes: () => undefined, signal, map });
  try {
    const { selected } = await selectTables(open.tables, map);
    for (const { head } of selected) refuseWide(head.header.cells, file.name);
    return selected.map(({ head }) => head.header.cells);
  } finally {
    open.close();
  }
}
