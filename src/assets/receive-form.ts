import { open } from "node:fs/promises";
import busboy from "busboy";
import type { Timer } from "../lib/timer.ts";
import { Refused, type Refusal, refusal } from "../lib/refusal.ts";
import { collectWhileReading } from "./collect-while-reading.ts";
import { type SavedFile, saveFile, type SaveRules } from "./file-saver.ts";
import {
  FILE_BYTES_MAX,
  FORM_EXTRA_BYTES_MAX,
  FORM_FIELD_BYTES_MAX,
  FORM_PARTS_MAX,
  STALL_BYTES_MIN,
  STALL_WINDOW_MS,
} from "./limits.ts";

export interface UploadForm {
  /** The Content-Type header, with its boundary. */
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** The parser's type for a part that declares none: the default of RFC 7578, section 4.4. */
const UNDECLARED = "text/plain";

/** The methods of a body's reader that we use. The types of Bun and of the DOM differ in the others. */
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

export interface ReceivedForm extends SavedFile {
  /** The form's `content_type`, else the type that the part declares, else null. */
  readonly declaredType: string | null;
  /** Names of the parts that were ignored. */
  readonly ignoredParts: readonly string[];
}

export interface FormRules extends Omit<SaveRules, "judge"> {
  /** As in `SaveRules`, with the type that the form has declared so far. */
  judge(...given: [...Parameters<SaveRules["judge"]>, declared: string | null]): ReturnType<SaveRules["judge"]>;
}

export interface ReceiveOptions {
  /** Path to write the part `file` to. */
  readonly path: string;
  readonly rules: FormRules;
  readonly timer: Timer;
}

/**
 * Reads a multipart form (RFC 7578) from the socket and writes its part `file` directly to disk. Throws Refused at the first fault
 * and leaves the rest unread, so the connection has to be closed.
 */
export async function receiveForm(form: UploadForm, options: ReceiveOptions): Promise<ReceivedForm> {
  const parser = openParser(form.contentType);
  const file = await open(options.path, "wx", 0o600);
  const reader: BodyReader = form.body.getReader();
  const failed = new Failure();
  const { rules } = options;
  const parts = collectParts(parser, failed, (stream) =>
    saveFile(stream, file, { ...rules, judge: (sniffed, head) => rules.judge(sniffed, head, parts.declaredType()) }),
  );
  const progress = { bytes: 0, isWaiting: false };
  const cancelTimer = watchForStall(progress, options.timer, () => {
    failed.fail(closing(refusal("body_too_slow")));
    // Ends the pending read.
    reader.cancel().catch(() => undefined);
  });
  try {
    await feed(parser, reader, failed, progress);
    const saved = await failed.unless(parts.saved() ?? Promise.reject(fileMissing(parts.hasFileField())));
    return { ...saved, declaredType: parts.declaredType(), ignoredParts: parts.ignored };
  } catch (error) {
    // Other errors are the client's fault: it disconnected or sent something else.
    throw failed.reason ?? (error instanceof Refused ? error : malformed("The form ended before it was complete."));
  } finally {
    cancelTimer();
    parser.removeAllListeners();
    parser.on("error", () => undefined);
    parser.destroy();
    // unread-body.ts discards the unread rest.
    reader.releaseLock();
    await file.close();
  }
}

/** The first failure. It ends the waits for other events. */
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

  /** Calls `wake` at the failure, or immediately if it has happened. Only the latest `wake` is called. */
  onFailure(wake: () => void): void {
    this.#wake = wake;
    if (this.reason !== null) wake();
  }

  throwIfAny(): void {
    if (this.reason !== null) throw this.reason;
  }

  /**
   * Waits for `work` or the failure. Do not call it for each chunk: every call adds a reaction that stays until the
   * form ends.
   */
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

function collectParts(
  parser: busboy.Busboy,
  failed: Failure,
  save: (stream: NonNullable<Parameters<busboy.BusboyEvents["file"]>[1]>) => Promise<SavedFile>,
) {
  let saved: Promise<SavedFile> | null = null;
  let partType: string | null = null;
  let contentType: string | null = null;
  let hasFileField = false;
  const ignored: string[] = [];
  parser.on("file", (name, stream, { mimeType }) => {
    stream.on("error", () => failed.fail(malformed("The form ended before it was complete.")));
    if (name !== "file") {
      ignored.push(name);
      return void stream.resume();
    }
    if (saved !== null)
      return failed.fail(malformed("The form has more than one part `file`. Send one file per upload."));
    partType = mimeType === UNDECLARED ? null : mimeType;
    saved = save(stream);
    saved.catch((error: unknown) => failed.fail(error instanceof Error ? error : new Error(String(error))));
  });
  parser.on("field", (name, value) => {
    if (name === "file") hasFileField = true;
    if (name !== "content_type") ignored.push(name);
    else if (value.trim() !== "") contentType ??= value;
  });
  parser.on("partsLimit", () => failed.fail(malformed(`The form has more than ${FORM_PARTS_MAX} parts.`)));
  parser.on("error", () => failed.fail(malformed("The form is not valid multipart/form-data, or is incomplete.")));
  return {
    saved: () => saved,
    ignored,
    hasFileField: () => hasFileField,
    declaredType: () => contentType ?? partType,
  };
}

/** Passes the body to the parser. Reads the next chunk only after the disk has taken the last one. */
async function feed(
  parser: busboy.Busboy,
  reader: BodyReader,
  failed: Failure,
  progress: { bytes: number; isWaiting: boolean },
): Promise<void> {
  const bytesMax = FILE_BYTES_MAX + FORM_EXTRA_BYTES_MAX;
  const collect = collectWhileReading();
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

/** Calls `onStall` if too few bytes arrive within a window. A window in which we waited for the disk does not count. */
function watchForStall(
  progress: { readonly bytes: number; readonly isWaiting: boolean },
  timer: Timer,
  onStall: () => void,
): () => void {
  let seen = 0;
  let cancelTimer = (): void => undefined;
  const check = (): void => {
    if (progress.isWaiting && progress.bytes - seen < STALL_BYTES_MIN) return onStall();
    seen = progress.bytes;
    cancelTimer = timer.after(STALL_WINDOW_MS, check);
  };
  cancelTimer = timer.after(STALL_WINDOW_MS, check);
  return () => cancelTimer();
}

function fileMissing(hasFileField: boolean): Refused {
  const detail = hasFileField
    ? "The part `file` has no file name, so it is a text field. Send it as a file."
    : "The form has no part `file`.";
  return new Refused([refusal("bad_request", { detail, source: { parameter: "file" } })]);
}

function malformed(detail: string): Refused {
  return closing(refusal("bad_request", { detail }));
}

/** The rest of the body is not read, so the connection cannot be used again. */
function closing(one: Refusal): Refused {
  return new Refused([one], { connection: "close" });
}
