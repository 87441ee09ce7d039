import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import type { AttemptResult } from "./attempt-result.ts";
import type { Post } from "./connector.ts";
import { signatureHeaders } from "./sign.ts";

export interface TestWebhook {
  readonly url: string;
  /** The `whsec_` secrets of a key that sign now. */
  readonly secrets: readonly string[];
  readonly keyId: string;
}

export interface TestWebhookResult extends Omit<AttemptResult, "retryAfter"> {
  /** The `webhook-id` that was sent. */
  readonly id: string;
  readonly at: number;
  readonly durationMs: number;
}

/**
 * Sends one signed webhook that belongs to no search, once, to a checked address. Its body says that it is a test. It is not
 * part of the log of deliveries.
 */
export async function sendTest(
  deps: {
    readonly post: Post;
    readonly clock: Clock;
    readonly stopwatch: Clock;
    readonly newId: NewId;
    readonly version: string;
  },
  { url, secrets, keyId }: TestWebhook,
  stop: AbortSignal,
): Promise<TestWebhookResult> {
  const { post, clock, stopwatch, newId, version } = deps;
  const id = `test_${newId()}`;
  const at = clock.now();
  const meta = { test: true, key_id: keyId, sent_at: new Date(at).toISOString() };
  const body = JSON.stringify({ meta });
  const headers = {
    "content-type": "application/vnd.api+json",
    "user-agent": `Needledrop/${version}`,
    ...signatureHeaders({ secrets, id, at, body }),
  };
  const startedAt = stopwatch.now();
  const { outcome, statusCode, detail } = await post({ url, headers, body }, stop);
  return { id, at, outcome, statusCode, detail, durationMs: Math.max(0, Math.round(stopwatch.now() - startedAt)) };
}
