import { type Grant, tokenFor } from "./signed-url.ts";

/** A text whose signed URLs can be signed again, with another expiry, without building the text again. */
export interface SignedTemplate {
  readonly keyId: string;
  readonly holes: readonly Hole[];
  /** The text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The token of a signed URL in the text, which is followed by its expiry. */
interface Hole {
  readonly path: string;
  readonly token: number;
  readonly expires: number;
}

const EXPIRY = "&expires=";

/**
 * Makes a template of a JSON text, whose URLs were signed for `grant` with `secret`. The secret must be a random one that signs
 * nothing else: then no text that only looks like a signed URL has its token, such as one in the description of a song.
 */
export function templateOf(text: string, grant: Grant, secret: string): SignedTemplate {
  const bytes = new TextEncoder().encode(text);
  // One character per byte, so that indexes are those of bytes.
  const searched = Buffer.from(bytes.buffer, 0, bytes.length).toString("latin1");
  const search = grant.searchId === null ? "" : `&search_id=${grant.searchId}`;
  const signed = new RegExp(`(/v1/[^"?\\s]{1,4096})\\?key=${grant.keyId}${search}&token=([\\w-]{43})${EXPIRY}`, "dg");
  const holes = [...searched.matchAll(signed)].flatMap(({ 1: path = "", 2: token = "", indices }) => {
    const [start, end] = indices?.[2] ?? [0, 0];
    const isOurs = token === tokenFor(secret, path, grant.keyId, grant.expires);
    return isOurs ? [{ path, token: start, expires: end + EXPIRY.length }] : [];
  });
  return { keyId: grant.keyId, holes, bytes };
}

/** Returns the bytes of a template with all URLs signed. */
export function signTemplate(template: SignedTemplate, secret: string, expires: number): Uint8Array<ArrayBuffer> {
  const { keyId, holes } = template;
  const bytes = template.bytes.slice();
  const expiry = String(expires);
  for (const { path, token, expires: at } of holes) {
    write(bytes, token, tokenFor(secret, path, keyId, expires));
    write(bytes, at, expiry);
  }
  return bytes;
}

/** Writes ASCII. */
function write(bytes: Uint8Array, start: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) bytes[start + index] = text.charCodeAt(index);
}
