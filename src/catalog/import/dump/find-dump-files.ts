import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../../lib/assert.ts";
import { ImportFailure } from "../failure.ts";
import { isSheetHeader } from "../sheets/recognise-sheet.ts";
import { endingOf } from "../tags/audio-kinds.ts";
import { type UnreadFile, unreadReason } from "./unread-file.ts";

export type DumpFormat = "jsonl" | "csv" | "tsv" | "xlsx" | "audio";
export type Compression = "gzip" | "zstd";

/** A file to read, or a folder of audio. Reports show `name`: the path as given, and inside a given folder that path plus the rest. */
export interface DumpFile {
  readonly path: string;
  readonly name: string;
  /** Media paths in the file are relative to this folder. */
  readonly folder: string;
  readonly format: DumpFormat;
  readonly compression: Compression | null;
  /** For a folder of audio: its number of files. */
  readonly sizeBytes: number;
  /** Paths of the audio files, relative to the folder; [] for a file. */
  readonly audio: readonly string[];
  /** Files and folders within a folder that are not read although they can have songs. */
  readonly unread?: readonly UnreadFile[];
}

/** Names and families of a folder's audio files are held in memory: about 3 KB per file, measured with 60,000 files. */
const AUDIO_FILES_MAX = 200_000;
const FORMATS: readonly DumpFormat[] = ["jsonl", "csv", "tsv", "xlsx"];
/** Spreadsheet programs create a "~$" lock file next to each file that they have open. */
const HIDDEN = /^(?:\.|~\$)/;
const TABLE_WITH_TABS = { format: "tsv", compression: null } as const;
const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ["gz", "gzip"],
  ["zst", "zstd"],
]);
const EXPECTED =
  "a .jsonl, .csv, .tsv or .xlsx file (the first three also with .gz or .zst), or a folder of them or of audio";
/** Bytes of a .txt file that are read to detect a sheet. */
const HEADER_BYTES = 16 * 1024;

/**
 * Finds the files to import, in the order of the given paths. A folder gives its dump files at any depth, sorted by path,
 * then its audio. Hidden files and symbolic links to folders are ignored.
 */
export async function findDumpFiles(paths: readonly string[]): Promise<DumpFile[]> {
  if (paths.length === 0) throw new ImportFailure(`Nothing to import: name ${EXPECTED}.`);
  const files: DumpFile[] = [];
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => {
      throw new ImportFailure(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
    });
    if (found.isDirectory()) files.push(...(await filesInFolder(path)));
    else files.push(await dumpFile(path));
  }
  return files;
}

async function filesInFolder(folder: string): Promise<DumpFile[]> {
  const found: FolderContent = { dumps: [], audio: [], unread: [] };
  await collect(folder, "", found);
  if (found.dumps.length + found.audio.length === 0) {
    throw new ImportFailure(`${folder} contains neither dump files nor audio; expected ${EXPECTED}.`);
  }
  const dumps = await Promise.all(found.dumps.toSorted(byCodeUnits).map((name) => dumpFile(join(folder, name))));
  if (found.audio.length + found.unread.length === 0) return dumps;
  const path = resolve(folder);
  const audio = found.audio.toSorted(byCodeUnits);
  const unread = found.unread.toSorted((a, b) => byCodeUnits(a.path, b.path));
  const folderOfAudio = { path, name: folder, folder: path, compression: null, sizeBytes: audio.length, audio, unread };
  return [...dumps, { ...folderOfAudio, format: "audio" }];
}

interface FolderContent {
  readonly dumps: string[];
  readonly audio: string[];
  readonly unread: UnreadFile[];
}

async function collect(folder: string, below: string, found: FolderContent): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = join(below, entry.name);
    const unread = unreadReason(join(folder, name), entry);
    if (unread !== null) found.unread.push({ path: name, ...unread });
    else if (HIDDEN.test(entry.name)) continue;
    else if (entry.isDirectory()) await collect(folder, name, found);
    else if (await isDump(join(folder, name))) found.dumps.push(name);
    else if (endingOf(entry.name) !== null) found.audio.push(name);
    if (found.audio.length + found.unread.length > AUDIO_FILES_MAX) {
      throw new ImportFailure(
        `${folder} contains more than ${AUDIO_FILES_MAX} audio files; import its folders one by one.`,
      );
    }
  }
}

/** Exported sheets are often tab-separated tables with the extension .txt. Other .txt files are ignored. */
async function isDump(path: string): Promise<boolean> {
  if (kindOf(path) !== null) return true;
  return isText(path) && isSheetHeader(await Bun.file(path).slice(0, HEADER_BYTES).bytes());
}

function isText(path: string): boolean {
  return path.toLowerCase().endsWith(".txt");
}

async function dumpFile(path: string): Promise<DumpFile> {
  const kind = kindOf(path) ?? (isText(path) ? TABLE_WITH_TABS : null);
  if (kind === null) throw new ImportFailure(`${path} is not of a supported type; expected ${EXPECTED}.`);
  const found = await stat(path);
  if (!found.isFile()) throw new ImportFailure(`${path} is not a file; expected ${EXPECTED}.`);
  const absolute = resolve(path);
  return { path: absolute, name: path, folder: dirname(absolute), ...kind, sizeBytes: found.size, audio: [] };
}

function kindOf(path: string): Pick<DumpFile, "format" | "compression"> | null {
  const parts = path.toLowerCase().split(".");
  const compression = COMPRESSIONS.get(parts.at(-1) ?? "") ?? null;
  if (compression !== null) parts.pop();
  const format = parts.length > 1 ? FORMATS.find((one) => one === parts.at(-1)) : undefined;
  // A spreadsheet is already compressed.
  if (format === undefined || (format === "xlsx" && compression !== null)) return null;
  return { format, compression };
}

/** Does not use the locale's order, which differs between machines. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
