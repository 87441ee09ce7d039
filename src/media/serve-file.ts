import { accessSync, constants } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "../lib/error-code.ts";
import { refuse } from "../lib/refusal.ts";
import { type AnsweredHead, answerRange, type ServedAs } from "./answer-range.ts";
import type { StatFile } from "./quick-stat.ts";
import { etagOf, type Validators } from "./validators.ts";

/**
 * A longer response closes its connection. If a file shrinks during the transfer, Bun sends the existing bytes and leaves the
 * client waiting until the connection idles out. Closing the connection ends the wait.
 */
const KEPT_ALIVE_BYTES_MAX = 4 * 1024 ** 2;

/** A file on disk, with its type and its name for downloads. */
export interface ServedFile extends ServedAs {
  readonly path: string;
}

/**
 * Answers a GET or HEAD with a file: validators, 304, one range. `now` is in milliseconds. Throws Refused: 404 for an
 * unreadable file, 416 for a range outside it.
 */
export async function serveFile(
  request: Request,
  file: ServedFile,
  now: number,
  statFile: StatFile = stat,
): Promise<Response> {
  const bytes = await inspect(file.path, statFile);
  return await answerRange(request, file, { ...bytes, now }, (start, end, head) =>
    sendFile(request, { path: file.path, sizeBytes: bytes.sizeBytes }, { start, end }, head),
  );
}

/** Checks the file first, because Bun responds to a missing or unreadable file with a 500. */
async function inspect(
  path: string,
  statFile: StatFile,
): Promise<{ readonly sizeBytes: number; readonly validators: Validators }> {
  try {
    const { size, mtime, mtimeMs, isRegular } = await statOf(path, statFile);
    if (!isRegular) throw refuse("not_found");
    // Synchronous, because Bun opens the file synchronously too. `statFile` has already waited for a slow disk.
    accessSync(path, constants.R_OK);
    return { sizeBytes: size, validators: { etag: etagOf(size, mtimeMs), lastModified: mtime } };
  } catch (error) {
    if (errorCode(error) !== null) throw refuse("not_found");
    throw error;
  }
}

async function statOf(path: string, statFile: StatFile) {
  const stats = await statFile(path);
  return { size: stats.size, mtime: stats.mtime, mtimeMs: stats.mtimeMs, isRegular: stats.isFile() };
}

/** Sends a part of a file; `end` is exclusive. */
export function sendFile(
  request: Request,
  { path, sizeBytes }: { readonly path: string; readonly sizeBytes: number },
  { start, end }: { readonly start: number; readonly end: number },
  head: AnsweredHead,
): Response {
  // Bun applies the Range header itself to a 200 with exactly the file, and ignores If-Range. A slice that reaches beyond
  // the end has the same bytes and prevents that.
  const beyond = head.status === 200 && request.headers.has("range") ? sizeBytes + 1 : end;
  const headers = end - start > KEPT_ALIVE_BYTES_MAX ? { ...head.headers, connection: "close" } : head.headers;
  return new Response(Bun.file(path).slice(start, beyond), { ...head, headers });
}
