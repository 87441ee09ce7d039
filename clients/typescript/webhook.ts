import type { SearchResult } from "./operations.ts";

/** Receivers reject timestamps that are further off than this, as the Standard Webhooks specification says. */
const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = "whsec_";
const SIGNATURE_VERSION = "v1";

export interface ReceivedWebhook {
  /** The bytes of the request's body as text, unchanged. */
  readonly body: string;
  /** The headers of the request; a `Headers`, or an object with lower-case names. */
  readonly headers: Headers | Readonly<Record<string, string | undefined>>;
  /** The webhook secret of the key: `whsec_` and base64. While a secret is rotated, a list. */
  readonly secret: string | readonly string[];
  /** Milliseconds since the epoch; the current time by default. */
  readonly now?: number;
}

/** A webhook that must not be trusted. The message says why. */
export class WebhookRefused extends Error {}

/**
 * Checks signature and age of a webhook (https://www.standardwebhooks.com) and returns its document. The same webhook can
 * arrive more than once: remember its `webhook-id`. Throws WebhookRefused.
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  now = Date.now(),
}: ReceivedWebhook): Promise<SearchResult> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const age = Math.abs(now / 1000 - seconds);
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookRefused(`The webhook's timestamp ${timestamp} is not current.`);
  const secrets = typeof secret === "string" ? [secret] : secret;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of secrets) {
    const key = await importSecret(one);
    for (const signature of signatures) {
      if (await isSignatureOf(key, signature, signed)) return JSON.parse(body) as SearchResult;
    }
  }
  throw new WebhookRefused("No signature of the webhook fits the secret.");
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (value === null || value === undefined || value === "") throw new WebhookRefused(`The header ${name} is missing.`);
  return value;
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0) {
    throw new WebhookRefused("The webhook secret must be `whsec_` and base64, as `needledrop keys show` prints it.");
  }
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Compares in constant time, because Web Crypto does. */
async function isSignatureOf(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, encoded = ""] = signature.split(",", 2);
  const bytes = version === SIGNATURE_VERSION ? bytesOf(encoded) : null;
  return bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
