import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../lib/clock.ts";

export interface Signing {
  /** `whsec_` and base64, as `keys create` shows them. There are two during the overlap of a rotation. */
  readonly secrets: readonly string[];
  readonly id: string;
  /** Time of this attempt in milliseconds since the epoch. Receivers reject one that is more than five minutes off. */
  readonly at: number;
  readonly body: string;
}

/**
 * Returns the three headers of the Standard Webhooks specification. Each signature is an HMAC-SHA256 over `id.timestamp.body`;
 * several are separated by spaces, and receivers accept the webhook if one of them is theirs.
 */
export function signatureHeaders({ secrets, id, at, body }: Signing): Readonly<Record<string, string>> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / SECOND_MS)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(" "),
  };
}
