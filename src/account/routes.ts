import { Elysia } from "elysia";
import type { MediaKind } from "../assets/media-type.ts";
import { countUploads, quotaFreeAt } from "../assets/quota-store.ts";
import type { Reading } from "../db/service-db.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import type { RateLimiter } from "../keys/rate-limiter.ts";
import { WINDOW_SECONDS } from "../keys/search-limit.ts";

const PATH = "/v1/me";

/** Shows the calling key to its client. Reading it changes nothing and is not limited. */
export function accountRoutes(
  deps: Pick<FeatureDeps, "keys" | "contexts" | "db" | "clock">,
  { limiter, baseUrl }: { readonly limiter: RateLimiter; readonly baseUrl: () => string },
) {
  return new Elysia().use(authentication(deps)).get(PATH, ({ key }) => {
    const now = deps.clock.now();
    const { limit, remaining } = limiter.peek(key.id, key.rate, now);
    const attributes = {
      name: key.name,
      mode: key.mode,
      created_at: new Date(key.createdAt).toISOString(),
      access: { supervisor: key.hasSupervisor, images: key.hasImages, video: key.hasVideo },
      playlist_ids: key.playlistIds,
      rate: { limit, window_seconds: WINDOW_SECONDS, remaining },
      quotas: { images: quotaOf(deps.db, key, "image", now), video: quotaOf(deps.db, key, "video", now) },
    };
    return jsonApi({ data: { type: "api_keys", id: key.id, attributes, links: { self: baseUrl() + PATH } } });
  });
}

function quotaOf(reading: Reading, key: ApiKey, kind: MediaKind, now: number): object {
  const limit = kind === "image" ? key.imageQuota : key.videoQuota;
  const used = countUploads(reading, key.id, kind, now);
  const freeAt = quotaFreeAt(reading, { keyId: key.id, kind, quota: limit, now });
  return {
    limit,
    used,
    remaining: Math.max(0, limit - used),
    free_at: freeAt === null ? null : new Date(freeAt).toISOString(),
  };
}
