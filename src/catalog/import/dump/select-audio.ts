import { dirname, join } from "node:path";
import { asUtf8 } from "./as-utf8.ts";
import { byNormalHeader, columnField, type ColumnMap, normalizeHeader } from "./column-map.ts";
import { ImportFailure } from "../failure.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { isWithin } from "../media/media-path.ts";
import { readBytes } from "./read-bytes.ts";
import { readCells, refuseWide } from "./read-rows.ts";
import { readXlsx } from "../sheets/read-xlsx.ts";
import { namesFiles, recogniseSheet } from "../sheets/recognise-sheet.ts";

export interface SelectedFiles {
  readonly files: readonly DumpFile[];
  /** Tables and kinds of audio that are not read, and why. A folder has no lines: 0. */
  readonly leftOut: readonly LeftOut[];
  /** Audio that only a dump could name, by absolute path, with the folder it was found in, as reports call it. */
  readonly beside: ReadonlyMap<string, string>;
}

interface LeftOut {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** `sheet` tells itself of the audio around it that it does not name; what is `foreign` is no table of music. */
type Table =
  | { readonly kind: "sheet" }
  | { readonly kind: "dump" }
  | { readonly kind: "foreign"; readonly reason: string };

const COLUMNS_SHOWN = 6;

/**
 * Decides which audio of a folder is read as such: all that has no dump in its own folder or above it. Tables that
 * nobody's columns are known of are left out then, rather than hide the audio around them.
 */
export async function selectAudio(
  found: readonly DumpFile[],
  { map, signal }: { readonly map: ColumnMap; readonly signal: AbortSignal | null },
): Promise<SelectedFiles> {
  const columns = byNormalHeader(map);
  const tables = new Map<DumpFile, Table>();
  const beside = new Map<string, string>();
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
    for (const one of near) if (!tables.has(one)) tables.set(one, await judged(one, columns, signal));
    const owners = new Map<string, boolean>();
    for (const one of near) {
      const kind = tables.get(one)?.kind;
      if (kind !== "foreign") owners.set(one.folder, kind === "sheet" || owners.get(one.folder) === true);
    }
    const audio: string[] = [];
    for (const path of file.audio) {
      const owning = ownersAbove(join(file.path, path), file.path, owners);
      if (owning.length === 0) audio.push(path);
      else if (!owning.includes(true)) beside.set(join(file.path, path), file.name);
    }
    if (audio.length > 0) files.push({ ...file, audio, sizeBytes: audio.length });
  }
  for (const [{ name }, table] of tables) {
    if (table.kind === "foreign") leftOut.push({ file: name, line: 1, reason: table.reason });
  }
  return { files: files.filter((file) => tables.get(file)?.kind !== "foreign"), leftOut, beside };
}

function unreadIn({ name, unread }: DumpFile): LeftOut[] {
  const kinds = Array.from(unread ?? [], ([ending, count]) => `${count} .${ending}`).toSorted();
  if (kinds.length === 0) return [];
  return [{ file: name, line: 0, reason: `not read, for they are audio of another kind: ${kinds.join(", ")}` }];
}

/** Of the folders from a file's own up to the root, those with a dump: whether it is one that tells of audio itself. */
function ownersAbove(path: string, root: string, owners: ReadonlyMap<string, boolean>): boolean[] {
  const found: boolean[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const isSheet = owners.get(folder);
    if (isSheet !== undefined) found.push(isSheet);
    if (folder === root || !isWithin(root, folder)) return found;
  }
}

async function judged(file: DumpFile, map: ColumnMap, signal: AbortSignal | null): Promise<Table> {
  if (file.format === "jsonl") return { kind: "dump" };
  let headers: readonly string[] | null;
  try {
    headers = await headersOf(file, signal);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    // A file that is broken is reported where it is read.
    return { kind: "dump" };
  }
  if (headers === null) return { kind: "foreign", reason: "not read: the table is empty" };
  if (headers.some((header) => map.has(normalizeHeader(header)))) return { kind: "dump" };
  const layout = recogniseSheet(headers);
  if (layout !== null) return { kind: namesFiles(layout) ? "sheet" : "dump" };
  if (headers.some((header) => ["id", "title"].includes(columnField(header) ?? ""))) return { kind: "dump" };
  const some = headers.slice(0, COLUMNS_SHOWN).join(", ");
  const more = headers.length > COLUMNS_SHOWN ? " …" : "";
  const reason = `not read: its columns (${some}${more}) are none that are known; name them with --map`;
  return { kind: "foreign", reason };
}

async function headersOf(file: DumpFile, signal: AbortSignal | null): Promise<readonly string[] | null> {
  const reading = { onBytes: (): void => undefined, signal };
  const rows =
    file.format === "xlsx"
      ? readXlsx(file, reading)
      : readCells(asUtf8(readBytes(file, reading)), file.format === "tsv" ? "tsv" : "csv");
  for await (const some of rows) {
    for (const row of some) {
      if ("kind" in row) continue;
      refuseWide(row.cells, file.name);
      return row.cells;
    }
  }
  return null;
}
