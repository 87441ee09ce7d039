import { timingSafeEqual } from "node:crypto";
import type { KeyMode } from "./key.ts";

const SECRET_BYTES = 32;
const WEBHOOK_SECRET_BYTES = 24;
/** `nd_<mode>_<32 hex digits of the key's id>_<43 characters of secret>`. The id finds the row; the secret authenticates. */
const TOKEN = /^nd_(?:live|test|trial)_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

export interface NewToken {
  readonly token: string;
  readonly tokenHash: string;
}

/** Creates a token of a key. */
export function mintToken(id: string, mode: KeyMode): NewToken {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64url");
  const token = `nd_${mode}_${id.replaceAll("-", "")}_${secret}`;
  return { token, tokenHash: hashToken(token) };
}

/** Creates a webhook secret: `whsec_` and base64, as in Standard Webhooks. */
export function mintWebhookSecret(): string {
  const secret = crypto.getRandomValues(new Uint8Array(WEBHOOK_SECRET_BYTES));
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** Returns the key id in a token, unverified. Null if the text does not have the form of a token. */
export function claimedId(token: string): string | null {
  const hex = TOKEN.exec(token)?.[1];
  if (hex === undefined) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Returns the SHA-256 of a token, in hexadecimal. 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}

/** Compares two hex digests in constant time. One of them can be any text: a header of as many characters can have more bytes. */
export function isSameHash(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.byteLength === otherBytes.byteLength && timingSafeEqual(bytes, otherBytes);
}
