import { accessSync, constants } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "../lib/error-code.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { LookAtFile } from "./look-at-file.ts";
import { contentDisposition } from "./content-disposition.ts";
import { parseRange } from "./range.ts";
import { etagOf, isNotModified, mayServeRange, type Validators } from "./validators.ts";

/**
 * A longer part than a socket's buffer takes at once is the last on its connection. When the file shrinks meanwhile,
 * Bun sends what there is and leaves the client waiting for the rest until the connection idles out; so it ends at once.
 */
const KEPT_ALIVE_BYTES_MAX = 4 * 1024 ** 2;

/** A file on disk and how it is to be sent. */
export interface ServedFile {
  readonly path: string;
  readonly contentType: string;
  /** What a browser calls it when it saves it; null leaves that to the address. */
  readonly downloadName: string | null;
  readonly cacheControl?: string;
}

/**
 * Answers a GET (or, with the same headers, a HEAD) with a file: validators, 304, one range. `now` is in milliseconds. Throws Refused: 404 for a file that cannot be read, 416 for a
 * range outside it.
 */
export async function serveFile(
  request: Request,
  file: ServedFile,
  now: number,
  look: LookAtFile = stat,
): Promise<Response> {
  const { sizeBytes, validators } = await inspect(file.path, look);
  const headers = headersOf(file, validators, now);
  if (isNotModified(request.headers, validators)) return new Response(null, { status: 304, headers });
  const header = mayServeRange(request.headers, validators) ? request.headers.get("range") : null;
  const range = parseRange(header, sizeBytes);
  if (range.kind === "unsatisfiable") {
    throw new Refused([refusal("range_not_satisfiable")], { "content-range": `bytes */${sizeBytes}` });
  }
  if (range.kind === "whole") {
    // Of a 200 that is exactly the file, Bun would apply the Range by rules of its own, and regardless of what If-Range
    // said. A slice that reaches beyond the end is the same bytes, and it leaves that alone.
    return send(file.path, 0, request.headers.has("range") ? sizeBytes + 1 : sizeBytes, { status: 200, headers });
  }
  const contentRange = `bytes ${range.first}-${range.last}/${sizeBytes}`;
  return send(file.path, range.first, range.last + 1, {
    status: 206,
    headers: { ...headers, "content-range": contentRange },
  });
}

/** A file that is gone, is no file, or may not be read would make Bun answer 500 past all our layers: found out before. */
async function inspect(
  path: string,
  look: LookAtFile,
): Promise<{ readonly sizeBytes: number; readonly validators: Validators }> {
  try {
    const { size, mtime, mtimeMs, isRegular } = await statOf(path, look);
    if (!isRegular) throw refuse("not_found");
    // Bun opens the file in this thread as well; what could take long, a disk that is away, was waited for above.
    accessSync(path, constants.R_OK);
    return { sizeBytes: size, validators: { etag: etagOf(size, mtimeMs), lastModified: mtime } };
  } catch (error) {
    if (errorCode(error) !== null) throw refuse("not_found");
    throw error;
  }
}

async function statOf(path: string, look: LookAtFile) {
  const stats = await look(path);
  return { size: stats.size, mtime: stats.mtime, mtimeMs: stats.mtimeMs, isRegular: stats.isFile() };
}

function headersOf(file: ServedFile, { etag, lastModified }: Validators, now: number): Record<string, string> {
  return {
    "content-type": file.contentType,
    "accept-ranges": "bytes",
    // Without one, Bun adds its own to a file in four writes of a few bytes, each of them a packet.
    date: new Date(now).toUTCString(),
    etag,
    "last-modified": lastModified.toUTCString(),
    "cache-control": file.cacheControl ?? "private",
    "x-content-type-options": "nosniff",
    ...(file.downloadName === null ? {} : { "content-disposition": contentDisposition(file.downloadName) }),
  };
}

function send(
  path: string,
  start: number,
  end: number,
  answer: { status: number; headers: Record<string, string> },
): Response {
  const headers = end - start > KEPT_ALIVE_BYTES_MAX ? { ...answer.headers, connection: "close" } : answer.headers;
  return new Response(Bun.file(path).slice(start, end), { ...answer, headers });
}
