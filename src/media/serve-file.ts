import { accessSync, constants } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "../lib/error-code.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { StatFile } from "./quick-stat.ts";
import { contentDisposition } from "./content-disposition.ts";
import { parseRange } from "./range.ts";
import { etagOf, isNotModified, canServeRange, type Validators } from "./validators.ts";

/**
 * A longer response closes its connection. If a file shrinks during the transfer, Bun sends the existing bytes and leaves the
 * client waiting until the connection idles out. Closing the connection ends the wait.
 */
const KEPT_ALIVE_BYTES_MAX = 4 * 1024 ** 2;

/** A file on disk, with its type and its name for downloads. */
export interface ServedFile {
  readonly path: string;
  readonly contentType: string;
  /** File name for a browser's download; null if the browser derives it from the address. */
  readonly downloadName: string | null;
  readonly cacheControl?: string;
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
  const { sizeBytes, validators } = await inspect(file.path, statFile);
  const headers = headersOf(file, validators, now);
  if (isNotModified(request.headers, validators)) return new Response(null, { status: 304, headers });
  const header = canServeRange(request.headers, validators) ? request.headers.get("range") : null;
  const range = parseRange(header, sizeBytes);
  if (range.kind === "unsatisfiable") {
    throw new Refused([refusal("range_not_satisfiable")], { "content-range": `bytes */${sizeBytes}` });
  }
  if (range.kind === "complete") {
    // Bun applies the Range header itself to a 200 with exactly the file, and ignores If-Range. A slice that reaches beyond
    // the end has the same bytes and prevents that.
    return send(file.path, 0, request.headers.has("range") ? sizeBytes + 1 : sizeBytes, { status: 200, headers });
  }
  const contentRange = `bytes ${range.first}-${range.last}/${sizeBytes}`;
  return send(file.path, range.first, range.last + 1, {
    status: 206,
    headers: { ...headers, "content-range": contentRange },
  });
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

function headersOf(file: ServedFile, { etag, lastModified }: Validators, now: number): Record<string, string> {
  return {
    "content-type": file.contentType,
    "accept-ranges": "bytes",
    // Without it, Bun adds a Date header itself, in four small writes that each become a packet.
    date: new Date(now).toUTCString(),
    etag,
    "last-modified": lastModified.toUTCString(),
    "cache-control": file.cacheControl ?? "private",
    ...(file.downloadName === null ? {} : { "content-disposition": contentDisposition(file.downloadName) }),
  };
}

function send(
  path: string,
  start: number,
  end: number,
  response: { status: number; headers: Record<string, string> },
): Response {
  const headers = end - start > KEPT_ALIVE_BYTES_MAX ? { ...response.headers, connection: "close" } : response.headers;
  return new Response(Bun.file(path).slice(start, end), { ...response, headers });
}
