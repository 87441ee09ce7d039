import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../../lib/assert.ts";
import { ImportFailure } from "../failure.ts";
import { isSheetHeader } from "../sheets/recognise-sheet.ts";
import { endingOf, unreadEndingOf } from "../tags/audio-kinds.ts";

export type DumpFormat = "jsonl" | "csv" | "tsv" | "xlsx" | "audio";
export type Compression = "gzip" | "zstd";

/** One file to read, or a folder of audio. `name` is how reports call it: the path as it was given, and within a folder the rest of it. */
export interface DumpFile {
  readonly path: string;
  readonly name: string;
  /** The folder to which media paths in the file are relative. */
  readonly folder: string;
  readonly format: DumpFormat;
  readonly compression: Compression | null;
  /** Of a folder of audio the number of its files. */
  readonly sizeBytes: number;
  /** The audio files of a folder, relative to it; [] for a file. */
  readonly audio: readonly string[];
  /** Endings of other audio in a folder, which is not read, and how many files have each. */
  readonly unread?: ReadonlyMap<string, number>;
}

/** Audio files whose names and families are held at once: about 3 KB each, measured on 60,000. */
const AUDIO_FILES_MAX = 200_000;
const FORMATS: readonly DumpFormat[] = ["jsonl", "csv", "tsv", "xlsx"];
/** "~$" begins what a spreadsheet program leaves beside a file that it has open. */
const HIDDEN = /^(?:\.|~\$)/;
const TABLE_WITH_TABS = { format: "tsv", compression: null } as const;
const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ["gz", "gzip"],
  ["zst", "zstd"],
]);
const EXPECTED =
  "a .jsonl, .csv, .tsv or .xlsx file (the first three also with .gz or .zst), or a folder of them or of audio";
/** What is read of a .txt file to see whether it is a sheet. */
const HEADER_BYTES = 16 * 1024;

/**
 * The files an import may read, in the order of the paths given; within a folder all dump files at any depth,
 * sorted by path, and then its audio. Hidden files and links to folders are passed over.
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
  const found: FolderContent = { dumps: [], audio: [], unread: new Map() };
  await collect(folder, "", found);
  if (found.dumps.length + found.audio.length === 0) {
    throw new ImportFailure(`${folder} holds no dump files and no audio; expected ${EXPECTED}.`);
  }
  const dumps = await Promise.all(found.dumps.toSorted(byCodeUnits).map((name) => dumpFile(join(folder, name))));
  if (found.audio.length + found.unread.size === 0) return dumps;
  const path = resolve(folder);
  const audio = found.audio.toSorted(byCodeUnits);
  const { unread } = found;
  const folderOfAudio = { path, name: folder, folder: path, compression: null, sizeBytes: audio.length, audio, unread };
  return [...dumps, { ...folderOfAudio, format: "audio" }];
}

interface FolderContent {
  readonly dumps: string[];
  readonly audio: string[];
  readonly unread: Map<string, number>;
}

async function collect(folder: string, below: string, found: FolderContent): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = join(below, entry.name);
    if (HIDDEN.test(entry.name)) continue;
    if (entry.isDirectory()) await collect(folder, name, found);
    else if (await isDump(join(folder, name))) found.dumps.push(name);
    else if (endingOf(entry.name) !== null) found.audio.push(name);
    else {
      const ending = unreadEndingOf(entry.name);
      if (ending !== null) found.unread.set(ending, (found.unread.get(ending) ?? 0) + 1);
    }
    if (found.audio.length > AUDIO_FILES_MAX) {
      throw new ImportFailure(`${folder} holds more than ${AUDIO_FILES_MAX} audio files; import its folders in parts.`);
    }
  }
}

/** Exports of sheets are often tables with tabs that are called .txt; any other text is none of ours. */
async function isDump(path: string): Promise<boolean> {
  if (kindOf(path) !== null) return true;
  return isText(path) && isSheetHeader(await Bun.file(path).slice(0, HEADER_BYTES).bytes());
}

function isText(path: string): boolean {
  return path.toLowerCase().endsWith(".txt");
}

async function dumpFile(path: string): Promise<DumpFile> {
  const kind = kindOf(path) ?? (isText(path) ? TABLE_WITH_TABS : null);
  if (kind === null) throw new ImportFailure(`${path} is of no kind that can be imported; expected ${EXPECTED}.`);
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
  // A sheet is a zip already.
  if (format === undefined || (format === "xlsx" && compression !== null)) return null;
  return { format, compression };
}

/** Not the locale's order, which differs between machines. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
