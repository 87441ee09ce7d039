import { answerRange, type ServedAs } from "./answer-range.ts";
import { sendFile } from "./serve-file.ts";
import type { OpenedObject } from "./store/media-place.ts";

/** Of the digest, in the ETag. */
const ETAG_DIGITS = 32;

/**
 * Answers a GET or HEAD with an object, or with its local copy: the headers are the same. `now` is in milliseconds. Throws Refused: 416
 * for a range outside it, 404 and 503 as
 * `MediaFiles.open` does.
 */
export async function serveObject(
  request: Request,
  object: OpenedObject,
  as: ServedAs,
  { now, isHead }: { readonly now: number; readonly isHead: boolean },
): Promise<Response> {
  const { byteSize: sizeBytes, changedAt, digest, path } = object;
  const validators = { etag: `"${digest.slice(0, ETAG_DIGITS)}"`, lastModified: new Date(changedAt) };
  return await answerRange(request, as, { sizeBytes, validators, now }, async (start, end, { status, headers }) => {
    if (path !== null) return sendFile(request, { path, sizeBytes }, { start, end }, { status, headers });
    const head = { status, headers: { ...headers, "content-length": String(end - start) } };
    if (isHead || end === start) return new Response(null, head);
    return new Response(streamOf(await object.read(start, end - 1)), head);
  });
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
