import type { KeyRow } from "./key.ts";

/** Returns the secrets that sign the key's webhooks at `now`: the current one, and during an overlap the replaced one, too. */
export function signingSecrets(
  row: Pick<KeyRow, "webhookSecret" | "previousWebhookSecret" | "previousSecretUntil">,
  now: number,
): readonly string[] {
  const { webhookSecret, previousWebhookSecret, previousSecretUntil } = row;
  const isOverlap = previousSecretUntil !== null && now < previousSecretUntil;
  return isOverlap && previousWebhookSecret !== null ? [webhookSecret, previousWebhookSecret] : [webhookSecret];
}
