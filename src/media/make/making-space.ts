import { stat } from "node:fs/promises";
import type { Log } from "../../lib/log.ts";
import type { MadeKind, MakeTask } from "./make-task.ts";
import { pathsOf, type Source } from "./sources.ts";

/** Free space that remains when media are generated. Uploads and the databases need it. */
const RESERVE_BYTES = 256 * 1024 ** 2;
/** A rendered part of a demonstration song is a WAV of a few minutes. */
const RENDERED_BYTES = 64 * 1024 ** 2;
/** Size of a file per byte of its source, at most. A WAV can have three times the size of its FLAC, and an MP3 of 320 kbit/s of its source. */
const BYTES_PER_SOURCE_BYTE: Readonly<Record<MadeKind, number>> = {
  watermarked: 3,
  imprinted: 3,
  mp3: 3,
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
  /** The free space when the log last said that there is too little. */
  #shortAt: number | null = null;

  constructor(freeBytes: () => number, log: Log) {
    this.#freeBytes = freeBytes;
    this.#log = log;
  }

  /** Throws NoSpace instead of doing the work, and logs it once until clearly more space is free: small files can still fit. */
  async through<Result>(task: MakeTask, sources: readonly Source[], work: () => Promise<Result>): Promise<Result> {
    const bytes = await estimatedBytes(task, sources);
    const free = this.#freeBytes();
    const isShort = free - this.#expectedBytes - bytes < RESERVE_BYTES;
    if (this.#shortAt !== null && free > this.#shortAt + RESERVE_BYTES) this.#shortAt = null;
    if (isShort && this.#shortAt === null) {
      this.#shortAt = free;
      const needed = { free_bytes: free, reserve_bytes: RESERVE_BYTES, file_bytes: bytes };
      this.#log.error(needed, "the disk is too full to generate media; requests get 503 until there is space");
    }
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
