import { open } from "node:fs/promises";
import { MINUTE_MS } from "./clock.ts";
import type { Timer } from "./timer.ts";
import { untilAborted } from "./with-time-limit.ts";

/** The disk keeps this much for the database and the log. */
const FREE_BYTES_MIN = 1024 ** 3;
const FREE_CHECK_EVERY_BYTES = 64 * 1024 ** 2;
/** A client that sends nothing for this long has gone. */
const SILENCE_MS = MINUTE_MS;

/** Why a body was not taken. */
export type BodyRefusal = "too_large" | "no_room" | "incomplete" | "too_slow";

export interface WrittenBody {
  readonly bytesMax: number;
  readonly timer: Timer;
  readonly freeBytes: () => number;
}

/** Writes a body to a new file as it arrives. Returns the number of bytes, or why not; then the file is incomplete. */
export async function writeBody(
  path: string,
  body: ReadableStream<Uint8Array>,
  { bytesMax, timer, freeBytes }: WrittenBody,
): Promise<number | BodyRefusal> {
  const file = await open(path, "wx", 0o600);
  const reader = body.getReader();
  let bytes = 0;
  let unchecked = FREE_CHECK_EVERY_BYTES;
  try {
    for (;;) {
      const read = await readChunk(reader, timer);
      if (read === "too_slow" || read === "incomplete") return read;
      if (read.value === undefined) {
        await file.sync();
        return bytes;
      }
      bytes += read.value.length;
      unchecked += read.value.length;
      if (bytes > bytesMax) return "too_large";
      if (unchecked >= FREE_CHECK_EVERY_BYTES) {
        unchecked = 0;
        if (freeBytes() < FREE_BYTES_MIN) return "no_room";
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

async function readChunk(
  reader: { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> },
  timer: Timer,
): Promise<{ readonly value?: Uint8Array } | "too_slow" | "incomplete"> {
  const silence = new AbortController();
  const cancel = timer.after(SILENCE_MS, () => silence.abort(new Error("The body has stopped.")));
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
