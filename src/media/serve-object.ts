import type { LinkHeaders } from "../objects/object-store.ts";
import { answerRange, type ServedAs } from "./answer-range.ts";
import { contentDisposition } from "./content-disposition.ts";
import { sendFile } from "./serve-file.ts";
import type { OpenedObject } from "./store/media-place.ts";

/** Longest validity of a redirect: it holds even if the key is revoked. */
const REDIRECT_SECONDS_MAX = 3_600;
/** Of the digest, in the ETag. */
const ETAG_DIGITS = 32;

interface ServedAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isHead: boolean;
  /** How long the link of the request is still valid, for redirects; 0 for an answer without one. */
  readonly linkSeconds?: number;
}

/**
 * Answers a GET or HEAD with an object, or with its local copy: the headers are the same. `now` is in milliseconds. Throws Refused: 416
 * for a range outside it, 404 and 503 as
 * `MediaFiles.open` does.
 */
export async function serveObject(
  request: Request,
  object: OpenedObject,
  as: ServedAs,
  { now, isHead, linkSeconds = 0 }: ServedAt,
): Promise<Response> {
  const { byteSize: sizeBytes, changedAt, digest, path, linkTo } = object;
  const validators = { etag: `"${digest.slice(0, ETAG_DIGITS)}"`, lastModified: new Date(changedAt) };
  return await answerRange(request, as, { sizeBytes, validators, now }, async (start, end, { status, headers }) => {
    if (path !== null) return sendFile(request, { path, sizeBytes }, { start, end }, { status, headers });
    const head = { status, headers: { ...headers, "content-length": String(end - start) } };
    if (isHead || end === start) return new Response(null, head);
    if (linkTo !== null && linkSeconds > 0 && !isOfOwnPage(request)) {
      const seconds = Math.min(linkSeconds, REDIRECT_SECONDS_MAX);
      return redirectTo(await linkTo(linkHeadersOf(as), seconds));
    }
    return new Response(streamOf(await object.read(start, end - 1)), head);
  });
}

/** The content policy of the console and of shared pages allows media of this server only. */
function isOfOwnPage({ headers }: Request): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

function linkHeadersOf({ contentType, downloadName }: ServedAs): LinkHeaders {
  return { contentType, contentDisposition: downloadName === null ? null : contentDisposition(downloadName) };
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** Reads only as fast as the client reads. If the store fails, the connection ends early, so the client does not take it for complete. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
