import { Refused, refusal } from "../lib/refusal.ts";
import { contentDisposition } from "./content-disposition.ts";
import { parseRange } from "./range.ts";
import { canServeRange, isNotModified, type Validators } from "./validators.ts";

/** How bytes are served. */
export interface ServedAs {
  readonly contentType: string;
  /** File name for a browser's download; null if the browser derives it from the address. */
  readonly downloadName: string | null;
  readonly cacheControl?: string;
}

export interface AnsweredHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers a GET or HEAD of bytes: validators, 304, one range. `send` gets the range, whose end is exclusive, and the head. `now` is in
 * milliseconds. Throws Refused: 416 for a range outside the bytes.
 */
export async function answerRange(
  request: Request,
  as: ServedAs,
  { sizeBytes, validators, now }: { readonly sizeBytes: number; readonly validators: Validators; readonly now: number },
  send: (start: number, end: number, head: AnsweredHead) => Response | Promise<Response>,
): Promise<Response> {
  const headers = headersOf(as, validators, now);
  if (isNotModified(request.headers, validators)) return new Response(null, { status: 304, headers });
  const header = canServeRange(request.headers, validators) ? request.headers.get("range") : null;
  const range = parseRange(header, sizeBytes);
  if (range.kind === "unsatisfiable") {
    throw new Refused([refusal("range_not_satisfiable")], { "content-range": `bytes */${sizeBytes}` });
  }
  if (range.kind === "complete") return await send(0, sizeBytes, { status: 200, headers });
  const contentRange = `bytes ${range.first}-${range.last}/${sizeBytes}`;
  return await send(range.first, range.last + 1, {
    status: 206,
    headers: { ...headers, "content-range": contentRange },
  });
}

function headersOf(as: ServedAs, { etag, lastModified }: Validators, now: number): Record<string, string> {
  return {
    "content-type": as.contentType,
    "accept-ranges": "bytes",
    // Without it, Bun adds a Date header itself, in four small writes that each become a packet.
    date: new Date(now).toUTCString(),
    etag,
    "last-modified": lastModified.toUTCString(),
    "cache-control": as.cacheControl ?? "private",
    ...(as.downloadName === null ? {} : { "content-disposition": contentDisposition(as.downloadName) }),
  };
}
