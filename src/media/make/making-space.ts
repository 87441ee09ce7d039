import { stat } from "node:fs/promises";
import type { Log } from "../../lib/log.ts";
import type { MadeKind, MakeTask } from "./make-task.ts";
import { pathsOf, type Source } from "./sources.ts";

/** Free space that remains when media are generated. Uploads and the databases need it. */
const RESERVE_BYTES = 256 * 1024 ** 2;
/** A rendered part of a demonstration song is a WAV of a few minutes. */
const RENDERED_BYTES = 64 * 1024 ** 2;
/** Maximum size of a file per byte of its source. A WAV can have three times the size of its FLAC. */
const BYTES_PER_SOURCE_BYTE: Readonly<Record<MadeKind, number>> = {
  watermarked: 1,
  imprinted: 1,
  mp3: 1,
  wav: 3,
  cut: 3,
  stems: 1,
  peaks: 0,
  structure: 0,
};

/** The disk is too full for a file. It can be generated when there is space again. */
export class NoSpace extends Error {
  constructor() {
    super("The disk of the data folder is too full to generate media. Free some space.");
    this.name = "NoSpace";
  }
}

/** Lets files be generated only while the disk has space for them, also for all that are generated at the same time. */
export class MakingSpace {
  readonly #freeBytes: () => number;
  readonly #log: Log;
  #expectedBytes = 0;
  #isShort = false;

  constructor(freeBytes: () => number, log: Log) {
    this.#freeBytes = freeBytes;
    this.#log = log;
  }

  /** Throws NoSpace instead of doing the work, and logs it once until there is space again. */
  async through<Result>(task: MakeTask, sources: readonly Source[], work: () => Promise<Result>): Promise<Result> {
    const bytes = await estimatedBytes(task, sources);
    const free = this.#freeBytes();
    const isShort = free - this.#expectedBytes - bytes < RESERVE_BYTES;
    if (isShort && !this.#isShort) {
      const needed = { free_bytes: free, reserve_bytes: RESERVE_BYTES, file_bytes: bytes };
      this.#log.error(needed, "the disk is too full to generate media; requests get 503 until there is space");
    }
    this.#isShort = isShort;
    if (isShort) throw new NoSpace();
    this.#expectedBytes += bytes;
    try {
      return await work();
    } finally {
      this.#expectedBytes -= bytes;
    }
  }
}

async function estimatedBytes(task: MakeTask, sources: readonly Source[]): Promise<number> {
  let bytes = 0;
  for (const path of pathsOf(sources)) bytes += (await stat(path)).size * BYTES_PER_SOURCE_BYTE[task.kind];
  return bytes + RENDERED_BYTES * sources.filter(({ kind }) => kind === "rendered").length;
}
