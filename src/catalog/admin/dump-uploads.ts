import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BodyRefusal, writeBody } from "../../lib/write-body.ts";
import type { Swept } from "../../jobs/scheduler.ts";
import { type Clock, DAY_MS } from "../../lib/clock.ts";
import type { NewId } from "../../lib/ids.ts";
import { namesIn } from "../../lib/names-in.ts";
import type { Timer } from "../../lib/timer.ts";
import { IMPORTS_FOLDER } from "./run-folder.ts";

const FOLDER = "uploads";
const ID = /^[0-9a-f-]{36}$/;
/** Enough for the metadata of ten million songs. Audio is imported from a folder of the server. */
export const DUMP_BYTES_MAX = 20 * 1024 ** 3;
/** An upload that is not imported is removed after this time. */
const KEPT_MS = DAY_MS;
const NAME_LENGTH_MAX = 100;

export interface UploadedDump {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

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
  async receive(name: string, body: ReadableStream<Uint8Array>): Promise<UploadedDump | BodyRefusal> {
    const id = this.#parts.newId();
    const folder = join(this.#folder, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const kept = safeNameOf(name);
    const { timer, freeBytes } = this.#parts;
    const limits = { bytesMax: DUMP_BYTES_MAX, timer, freeBytes };
    const received = await writeBody(join(folder, kept), body, limits).catch(async (error: unknown) => {
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
}

/** Keeps what the import recognises files by: the last extensions. */
function safeNameOf(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, "_").replace(/^\.+/, "");
  return plain === "" ? "dump.jsonl" : plain.slice(-NAME_LENGTH_MAX);
}
