import { dirname, join } from "node:path";
import { ImportFailure } from "../failure.ts";
import { isWithin } from "../media/media-path.ts";
import { namesFiles, recogniseSheet } from "../sheets/recognise-sheet.ts";
import { byNormalHeader, columnField, type ColumnMap, listColumns, normalizeHeader } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { readTable, type TableFormat } from "./read-table.ts";
import { refuseWide } from "./read-rows.ts";

export interface SelectedFiles {
  readonly files: readonly DumpFile[];
  /** Tables and types of audio that the import does not read, with the reasons. */
  readonly leftOut: readonly LeftOut[];
  /** Audio that is imported only if a dump names it: absolute path → name of the folder in reports. */
  readonly audioNearDumps: ReadonlyMap<string, string>;
}

interface LeftOut {
  readonly file: string;
  /** 0 for a folder. */
  readonly line: number;
  readonly reason: string;
}

/** A `sheet` names audio files and reports audio that it does not name. A `foreign` table does not describe music. */
type Table =
  | { readonly kind: "sheet" }
  | { readonly kind: "dump" }
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
  const tables = new Map<DumpFile, Table>();
  const audioNearDumps = new Map<string, string>();
  const files: DumpFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of found) {
    if (file.format !== "audio") {
      files.push(file);
      continue;
    }
    leftOut.push(...unreadIn(file));
    if (file.audio.length === 0) continue;
    const near = found.filter((one) => one.format !== "audio" && isWithin(file.path, one.path));
    for (const one of near) if (!tables.has(one)) tables.set(one, await classify(one, columns, signal));
    const owners = ownersByFolder(near, tables);
    const audio: string[] = [];
    for (const path of file.audio) {
      const owning = ownersAbove(join(file.path, path), file.path, owners);
      if (owning.length === 0) audio.push(path);
      else if (!owning.includes("sheet")) audioNearDumps.set(join(file.path, path), file.name);
    }
    if (audio.length > 0) files.push({ ...file, audio, sizeBytes: audio.length });
  }
  for (const [{ name }, table] of tables) {
    if (table.kind === "foreign") leftOut.push({ file: name, line: 1, reason: table.reason });
  }
  return { files: files.filter((file) => tables.get(file)?.kind !== "foreign"), leftOut, audioNearDumps };
}

function unreadIn({ name, unread }: DumpFile): LeftOut[] {
  const types = Array.from(unread ?? [], ([ending, count]) => `${count} .${ending}`).toSorted();
  if (types.length === 0) return [];
  return [{ file: name, line: 0, reason: `not read, unsupported types of audio: ${types.join(", ")}` }];
}

type Owner = "sheet" | "dump";

/** Folder → the kind of its tables; a folder with a sheet and other dumps counts as a folder with a sheet. */
function ownersByFolder(near: readonly DumpFile[], tables: ReadonlyMap<DumpFile, Table>): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const file of near) {
    const kind = tables.get(file)?.kind ?? "dump";
    if (kind !== "foreign" && owners.get(file.folder) !== "sheet") owners.set(file.folder, kind);
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

async function classify(file: DumpFile, map: ColumnMap, signal: AbortSignal | null): Promise<Table> {
  let headers: readonly string[] | null;
  try {
    if (file.format === "jsonl" || file.format === "audio") return { kind: "dump" };
    headers = await readHeaders(file, file.format, signal);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    // The import reports a damaged file when it reads it.
    return { kind: "dump" };
  }
  if (headers === null) return { kind: "foreign", reason: "not read: the table is empty" };
  if (headers.some((header) => map.has(normalizeHeader(header)))) return { kind: "dump" };
  const layout = recogniseSheet(headers);
  if (layout !== null) return { kind: namesFiles(layout) ? "sheet" : "dump" };
  if (headers.some((header) => ["id", "title"].includes(columnField(header) ?? ""))) return { kind: "dump" };
  const reason = `not read: no known columns (${listColumns(headers)}); assign columns with --map`;
  return { kind: "foreign", reason };
}

async function readHeaders(
  file: DumpFile,
  format: TableFormat,
  signal: AbortSignal | null,
): Promise<readonly string[] | null> {
  for await (const rows of readTable(file, format, { onBytes: () => undefined, signal })) {
    for (const row of rows) {
      if ("kind" in row) continue;
      refuseWide(row.cells, file.name);
      return row.cells;
    }
  }
  return null;
}
