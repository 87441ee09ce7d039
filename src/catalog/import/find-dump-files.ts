import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../lib/assert.ts";
import { ImportFailure } from "./failure.ts";

export type DumpFormat = "jsonl" | "csv" | "tsv";
export type Compression = "gzip" | "zstd";

/** One file to read. `name` is how reports call it: the path as it was given, and within a folder the rest of it. */
export interface DumpFile {
  readonly path: string;
  readonly name: string;
  /** The folder to which media paths in the file are relative. */
  readonly folder: string;
  readonly format: DumpFormat;
  readonly compression: Compression | null;
  readonly sizeBytes: number;
}

const FORMATS: readonly DumpFormat[] = ["jsonl", "csv", "tsv"];
const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ["gz", "gzip"],
  ["zst", "zstd"],
]);
const EXPECTED = "a .jsonl, .csv or .tsv file, also with .gz or .zst, or a folder of them";

/**
 * The files an import reads, in the order of the paths given; within a folder all dump files at any depth,
 * sorted by path. Other files in a folder (media, notes), hidden ones and links to folders are passed over.
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
  const names = await dumpNamesBelow(folder, "");
  if (names.length === 0) throw new ImportFailure(`${folder} holds no dump files; expected ${EXPECTED}.`);
  return Promise.all(names.toSorted(byCodeUnits).map((name) => dumpFile(join(folder, name))));
}

async function dumpNamesBelow(folder: string, below: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = join(below, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) names.push(...(await dumpNamesBelow(folder, name)));
    else if (kindOf(entry.name) !== null) names.push(name);
  }
  return names;
}

async function dumpFile(path: string): Promise<DumpFile> {
  const kind = kindOf(path);
  if (kind === null) throw new ImportFailure(`${path} is of no kind that can be imported; expected ${EXPECTED}.`);
  const found = await stat(path);
  if (!found.isFile()) throw new ImportFailure(`${path} is not a file; expected ${EXPECTED}.`);
  const absolute = resolve(path);
  return { path: absolute, name: path, folder: dirname(absolute), ...kind, sizeBytes: found.size };
}

function kindOf(path: string): Pick<DumpFile, "format" | "compression"> | null {
  const parts = path.toLowerCase().split(".");
  const compression = COMPRESSIONS.get(parts.at(-1) ?? "") ?? null;
  if (compression !== null) parts.pop();
  const format = parts.length > 1 ? FORMATS.find((one) => one === parts.at(-1)) : undefined;
  return format === undefined ? null : { format, compression };
}

/** Not the locale's order, which differs between machines. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
