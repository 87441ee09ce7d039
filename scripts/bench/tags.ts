/**
 * How many tagged files per second an import reads, compared with a plain walk that reads the same files. The files are
 * small, so that the time is spent on the tags. Target: 500 files per second.
 *
 *   bun scripts/bench/tags.ts [FILES, by default 20000]
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findDumpFiles } from "../../src/catalog/import/dump/find-dump-files.ts";
import { readDump } from "../../src/catalog/import/dump/read-dump.ts";
import { infoChunk, taggedMp3, taggedWav } from "../../test/support/tagged-audio.ts";
import { timed } from "../lib/timed.ts";
import { withFolder } from "../lib/with-folder.ts";

const FILES_PER_FOLDER = 100;
const PARALLEL = 16;

const count = Number(process.argv[2] ?? 20_000);
await withFolder(async (root) => {
  await generate(root, count);
  const walked = await timed(() => walk(root));
  reportRate("plain walk and read", count, walked.ms);
  const before = process.memoryUsage.rss();
  let peak = before;
  const read = await timed(() => readAll(root, () => (peak = Math.max(peak, process.memoryUsage.rss()))));
  reportRate("walk and tags", count, read.ms);
  const [songs, others] = read.value;
  const grown = ((peak - before) / 1024 ** 2).toFixed(0);
  console.log(`${songs} songs, ${others} other lines; memory grew by ${grown} MB at most`);
});

async function generate(folder: string, files: number): Promise<void> {
  for (let from = 0; from < files; from += FILES_PER_FOLDER) {
    const album = join(folder, `album ${from / FILES_PER_FOLDER}`);
    await mkdir(album);
    const names = Array.from({ length: Math.min(FILES_PER_FOLDER, files - from) }, (_, at) => from + at);
    await Promise.all(names.map((at) => writeFile(join(album, `track ${at}.${at % 2 ? "mp3" : "wav"}`), audioOf(at))));
  }
}

function audioOf(at: number): Uint8Array {
  const title = `Glass Harbour ${at}`;
  const isrc = `QZABC24${String(at).padStart(5, "0")}`;
  if (at % 2 === 0) return taggedWav([infoChunk({ INAM: title, IART: "Ada Field", IGNR: "Jazz", ISRC: isrc })], 4);
  return taggedMp3({ TIT2: title, TPE1: "Ada Field", TCON: "Jazz", TBPM: "128", TKEY: "Am", TSRC: isrc });
}

async function walk(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  let next = 0;
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (let entry = names[next++]; entry !== undefined; entry = names[next++]) {
      bytes += (await readFile(join(entry.parentPath, entry.name))).byteLength;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return bytes;
}

async function readAll(folder: string, onBatch: () => void): Promise<readonly [songs: number, others: number]> {
  let songs = 0;
  let others = 0;
  const ignore = (): void => undefined;
  for (const file of await findDumpFiles([folder])) {
    for await (const lines of readDump(file, {
      map: new Map(),
      families: true,
      otherFolders: null,
      signal: null,
      onBytes: ignore,
      onHeader: ignore,
    })) {
      const values = lines.filter(({ kind }) => kind === "value").length;
      songs += values;
      others += lines.length - values;
      onBatch();
    }
  }
  return [songs, others];
}

function reportRate(what: string, files: number, ms: number): void {
  console.log(`${what}: ${files} files in ${(ms / 1_000).toFixed(2)} s, ${Math.round((files * 1_000) / ms)} files/s`);
}
