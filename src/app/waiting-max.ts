import type { WaitingMax } from "../jobs/lane-room.ts";

/**
 * Maximum number of waiting jobs per lane, for one key and for all keys. Further searches and uploads are refused before
 * anything is written. A thousand of the densest briefs take half a minute. A key's films, and its clips, are limited like
 * its default quota. Webhooks wait for receivers that are down. The surveys of the catalog limit the lanes measure and media themselves.
 */
export const WAITING_MAX = {
  search: { perClient: 1_000, inAll: 10_000, retryAfterSeconds: 2 },
  webhook: { perClient: 10_000, inAll: 100_000, retryAfterSeconds: 15 },
  picture: { perClient: 2_000, inAll: 20_000, retryAfterSeconds: 5 },
  clip: { perClient: 200, inAll: 2_000, retryAfterSeconds: 5 },
  film: { perClient: 200, inAll: 2_000, retryAfterSeconds: 60 },
} as const satisfies Readonly<Record<string, WaitingMax>>;
