import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../lib/clock.ts";

export interface Signing {
  /** `whsec_` and base64, as `keys create` shows it. */
  readonly secret: string;
  readonly id: string;
  /** Time of this attempt in milliseconds since the epoch. Receivers reject one that is more than five minutes off. */
  readonly at: number;
  readonly body: string;
}

/** Returns the three headers of the Standard Webhooks specification: an HMAC-SHA256 over `id.timestamp.body`. */
export function signatureHeaders({ secret, id, at, body }: Signing): Readonly<Record<string, string>> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / SECOND_MS)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(at), body),
  };
}
