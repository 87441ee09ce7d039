import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Swept } from "../../jobs/scheduler.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../../lib/clock.ts";
import type { NewId } from "../../lib/ids.ts";
import { namesIn } from "../../lib/names-in.ts";
import type { Timer } from "../../lib/timer.ts";
import { untilAborted } from "../../lib/with-time-limit.ts";
import { IMPORTS_FOLDER } from "./run-folder.ts";

const FOLDER = "uploads";
const ID = /^[0-9a-f-]{36}$/;
/** Enough for the metadata of ten million songs. Audio is imported from a folder of the server. */
export const DUMP_BYTES_MAX = 20 * 1024 ** 3;
/** The disk keeps this much for the database and the log. */
const FREE_BYTES_MIN = 1024 ** 3;
const FREE_CHECK_EVERY_BYTES = 64 * 1024 ** 2;
/** A client that sends nothing for this long has gone. */
const SILENCE_MS = MINUTE_MS;
/** An upload that is not imported is removed after this time. */
const KEPT_MS = DAY_MS;
const NAME_LENGTH_MAX = 100;

export interface UploadedDump {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** Why an upload was not taken. */
export type DumpRefusal = "too_large" | "no_room" | "incomplete" | "too_slow";

export interface DumpUploadsParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly freeBytes: () => number;
}

/** Files that administrators upload to import them. Each has a folder with a random name, so that names cannot clash. */
export class DumpUploads {
  readonly #folder: string;
  readonly #parts: DumpUploadsParts;

  constructor(parts: DumpUploadsParts) {
    this.#folder = join(parts.dataDir, IMPORTS_FOLDER, FOLDER);
    this.#parts = parts;
  }

  /** Writes a body to the disk as it arrives. An incomplete file is removed. */
  async receive(name: string, body: ReadableStream<Uint8Array>): Promise<UploadedDump | DumpRefusal> {
    const id = this.#parts.newId();
    const folder = join(this.#folder, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const kept = safeNameOf(name);
    const received = await this.#write(join(folder, kept), body).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
    if (typeof received === "number") return { id, name: kept, bytes: received };
    await rm(folder, { recursive: true, force: true });
    return received;
  }

  /** Returns the path of an uploaded file, or null. */
  async pathOf(id: string): Promise<string | null> {
    if (!ID.test(id)) return null;
    const [name] = await namesIn(join(this.#folder, id));
    return name === undefined ? null : join(this.#folder, id, name);
  }

  async remove(id: string): Promise<void> {
    if (ID.test(id)) await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  /** Removes uploads that nobody has imported for a day. */
  async sweep(): Promise<Swept> {
    let removed = 0;
    const before = this.#parts.clock.now() - KEPT_MS;
    for (const id of await namesIn(this.#folder)) {
      const { mtimeMs } = await stat(join(this.#folder, id));
      if (mtimeMs >= before) continue;
      await this.remove(id);
      removed += 1;
    }
    return { removed };
  }

  /** Returns the number of bytes, or why not. */
  async #write(path: string, body: ReadableStream<Uint8Array>): Promise<number | DumpRefusal> {
    const file = await open(path, "wx", 0o600);
    const reader = body.getReader();
    let bytes = 0;
    let unchecked = FREE_CHECK_EVERY_BYTES;
    try {
      for (;;) {
        const read = await this.#read(reader);
        if (read === "too_slow" || read === "incomplete") return read;
        if (read.value === undefined) {
          await file.sync();
          return bytes;
        }
        bytes += read.value.length;
        unchecked += read.value.length;
        if (bytes > DUMP_BYTES_MAX) return "too_large";
        if (unchecked >= FREE_CHECK_EVERY_BYTES) {
          unchecked = 0;
          if (this.#parts.freeBytes() < FREE_BYTES_MIN) return "no_room";
        }
        for (let at = 0; at < read.value.length;) {
          at += (await file.write(read.value, at, read.value.length - at)).bytesWritten;
        }
      }
    } finally {
      reader.releaseLock();
      await file.close();
    }
  }

  async #read(reader: {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  }): Promise<{ readonly value?: Uint8Array } | "too_slow" | "incomplete"> {
    const silence = new AbortController();
    const cancel = this.#parts.timer.after(SILENCE_MS, () => silence.abort(new Error("The body has stopped.")));
    try {
      const { done, value } = await untilAborted(silence.signal, reader.read());
      return done || value === undefined ? {} : { value };
    } catch {
      // A body ends early only if the client is slow or has gone; both are answered, in case it listens.
      return silence.signal.aborted ? "too_slow" : "incomplete";
    } finally {
      cancel();
    }
  }
}

/** Keeps what the import recognises files by: the last extensions. */
function safeNameOf(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, "_").replace(/^\.+/, "");
  return plain === "" ? "dump.jsonl" : plain.slice(-NAME_LENGTH_MAX);
}
