import { Refused, refusal, refuse } from "../lib/refusal.ts";

/**
 * The whole body of a request, `maxBytes` at most: what is longer is refused (413) by its declared length, or
 * as soon as more has come. Throws Refused.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.byteLength;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk.value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof Refused) throw error;
    throw refuse("malformed_json", { detail: "The body ended before all of it had come." });
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/** The rest of the body is not read, so the connection cannot be used again. */
function tooLarge(maxBytes: number): Refused {
  const detail = `The request body is larger than the ${maxBytes} bytes that this endpoint reads.`;
  return new Refused([refusal("body_too_large", { detail, meta: { limit_bytes: maxBytes } })], { connection: "close" });
}
