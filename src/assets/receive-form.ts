import { open } from "node:fs/promises";
import busboy from "busboy";
import type { Timer } from "../lib/timer.ts";
import { Refused, type Refusal, refusal } from "../lib/refusal.ts";
import { collectAsRead } from "./read-garbage.ts";
import { type SavedFile, saveFile, type SavingRules } from "./file-saver.ts";
import {
  FILM_BYTES_MAX,
  FORM_EXTRA_BYTES_MAX,
  FORM_FIELD_BYTES_MAX,
  FORM_PARTS_MAX,
  STALL_BYTES_MIN,
  STALL_WINDOW_MS,
} from "./limits.ts";

export interface UploadForm {
  /** The header, boundary and all. */
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** What the parser reports for a part that declares no type: the default of RFC 7578 section 4.4. */
const UNDECLARED = "text/plain";

/** The part of a body's reader that is used: Bun's and the DOM's types of it differ in what is not. */
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

export interface ReceivedForm extends SavedFile {
  /** The form's `content_type`, else the type that the part declares, else null. */
  readonly declaredType: string | null;
}

export interface Receiving {
  /** Where the part `file` is written. */
  readonly path: string;
  readonly rules: SavingRules;
  readonly timer: Timer;
}

/**
 * Reads a multipart form (RFC 7578) off the socket, its part `file` straight to disk. Throws Refused as soon as anything
 * is wrong, without reading on; then the connection has to be closed.
 */
export async function receiveForm(form: UploadForm, receiving: Receiving): Promise<ReceivedForm> {
  const parser = openParser(form.contentType);
  const file = await open(receiving.path, "wx", 0o600);
  const reader: BodyReader = form.body.getReader();
  const failed = new Failure();
  const parts = listen(parser, failed, (stream) => saveFile(stream, file, receiving.rules));
  const progress = { bytes: 0, isWaiting: false };
  const cancelTimer = watch(progress, receiving.timer, () => {
    failed.fail(closing(refusal("body_too_slow")));
    // Ends the read that waits for it.
    reader.cancel().catch(() => undefined);
  });
  try {
    await feed(parser, reader, failed, progress);
    const saved = await failed.unless(parts.saved() ?? Promise.reject(fileMissing(parts.hasFileField())));
    return { ...saved, declaredType: parts.declaredType() };
  } catch (error) {
    // Whatever keeps the form from being read to its end is the client's doing: it went away, or sent something else.
    throw failed.reason ?? (error instanceof Refused ? error : malformed("The form ended before all of it had come."));
  } finally {
    cancelTimer();
    parser.removeAllListeners();
    parser.on("error", () => undefined);
    parser.destroy();
    // What was not read is left to unread-body.ts.
    reader.releaseLock();
    await file.close();
  }
}

/** The first thing that went wrong, and whoever has to stop waiting because of it. */
class Failure {
  reason: Error | null = null;
  #wake = (): void => undefined;
  readonly #happened = Promise.withResolvers<never>();

  constructor() {
    this.#happened.promise.catch(() => undefined);
  }

  fail(reason: Error): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.#happened.reject(reason);
    this.#wake();
  }

  /** Calls `wake` at the failure, or at once if it has happened. Only the last `wake` is called. */
  onFailure(wake: () => void): void {
    this.#wake = wake;
    if (this.reason !== null) wake();
  }

  throwIfAny(): void {
    if (this.reason !== null) throw this.reason;
  }

  /** For the few long waits: one of these a chunk would pile up. */
  async unless<Value>(work: Promise<Value>): Promise<Value> {
    return await Promise.race([work, this.#happened.promise]);
  }
}

function openParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { "content-type": contentType },
      limits: { fieldSize: FORM_FIELD_BYTES_MAX, fieldNameSize: 200, parts: FORM_PARTS_MAX, headerPairs: 64 },
    });
  } catch {
    throw malformed("The form's media type has no usable boundary.");
  }
}

function listen(
  parser: busboy.Busboy,
  failed: Failure,
  save: (stream: NonNullable<Parameters<busboy.BusboyEvents["file"]>[1]>) => Promise<SavedFile>,
) {
  let saved: Promise<SavedFile> | null = null;
  let partType: string | null = null;
  let contentType: string | null = null;
  let hasFileField = false;
  parser.on("file", (name, stream, { mimeType }) => {
    stream.on("error", () => failed.fail(malformed("The form ended before all of it had come.")));
    if (name !== "file") return void stream.resume();
    if (saved !== null)
      return failed.fail(malformed("The form has more than one part `file`; upload them one by one."));
    partType = mimeType === UNDECLARED ? null : mimeType;
    saved = save(stream);
    saved.catch((error: unknown) => failed.fail(error instanceof Error ? error : new Error(String(error))));
  });
  parser.on("field", (name, value) => {
    if (name === "file") hasFileField = true;
    if (name === "content_type" && value.trim() !== "") contentType ??= value;
  });
  parser.on("partsLimit", () => failed.fail(malformed(`The form has more than ${FORM_PARTS_MAX} parts.`)));
  parser.on("error", () => failed.fail(malformed("The form is not multipart/form-data, or was cut off.")));
  return {
    saved: () => saved,
    hasFileField: () => hasFileField,
    declaredType: () => contentType ?? partType,
  };
}

/** Hands over chunk by chunk; the parser takes the next one only once the disk has taken the last. */
async function feed(
  parser: busboy.Busboy,
  reader: BodyReader,
  failed: Failure,
  progress: { bytes: number; isWaiting: boolean },
): Promise<void> {
  const bytesMax = FILM_BYTES_MAX + FORM_EXTRA_BYTES_MAX;
  const collect = collectAsRead();
  for (;;) {
    progress.isWaiting = true;
    const { done, value } = await reader.read();
    progress.isWaiting = false;
    failed.throwIfAny();
    if (done || value === undefined) break;
    progress.bytes += value.length;
    collect(value.length);
    if (progress.bytes > bytesMax) throw closing(refusal("body_too_large", { meta: { limit_bytes: bytesMax } }));
    if (!parser.write(value)) await drained(parser, failed);
    failed.throwIfAny();
  }
  const closed = new Promise<void>((resolve) => void parser.once("close", resolve));
  parser.end();
  await failed.unless(closed);
  failed.throwIfAny();
}

async function drained(parser: busboy.Busboy, failed: Failure): Promise<void> {
  await new Promise<void>((resolve) => {
    parser.once("drain", resolve);
    failed.onFailure(resolve);
  });
}

/** Calls `onStall` once too little has come in a while. A disk that keeps us waiting is not the client's fault. */
function watch(
  progress: { readonly bytes: number; readonly isWaiting: boolean },
  timer: Timer,
  onStall: () => void,
): () => void {
  let seen = 0;
  let cancelTimer = (): void => undefined;
  const look = (): void => {
    if (progress.isWaiting && progress.bytes - seen < STALL_BYTES_MIN) return onStall();
    seen = progress.bytes;
    cancelTimer = timer.after(STALL_WINDOW_MS, look);
  };
  cancelTimer = timer.after(STALL_WINDOW_MS, look);
  return () => cancelTimer();
}

function fileMissing(hasFileField: boolean): Refused {
  const detail = hasFileField
    ? "The part `file` has no file name, so it is a text field; send it as a file."
    : "The form has no part `file`.";
  return new Refused([refusal("bad_request", { detail })]);
}

function malformed(detail: string): Refused {
  return closing(refusal("bad_request", { detail }));
}

/** The rest of the body is not read, so the connection cannot be used again. */
function closing(one: Refusal): Refused {
  return new Refused([one], { connection: "close" });
}
