import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { authentication } from "../keys/authentication.ts";
import type { RateLimits } from "../keys/rate-limiter.ts";
import { WINDOW_SECONDS } from "../keys/search-limit.ts";
import { quotaDocument, quotasOf } from "./quotas.ts";

const PATH = "/v1/me";

/** Shows the calling key to its client. Reading it changes nothing and is not limited. */
export function accountRoutes(
  deps: Pick<FeatureDeps, "keys" | "access" | "keyUses" | "contexts" | "db" | "clock">,
  { limiter, baseUrl }: { readonly limiter: RateLimits; readonly baseUrl: () => string },
) {
  return new Elysia().use(authentication(deps)).get(PATH, async ({ key, tokenUntil }) => {
    const now = deps.clock.now();
    const { limit, remaining } = await limiter.peek(key.id, key.rate);
    const { images, video, audio } = await deps.db.read(quotasOf(deps.db, key, now));
    const attributes = {
      name: key.name,
      mode: key.mode,
      created_at: new Date(key.createdAt).toISOString(),
      expires_at: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      token_valid_until: tokenUntil === null ? null : new Date(tokenUntil).toISOString(),
      access: {
        supervisor: key.hasSupervisor,
        images: key.hasImages,
        video: key.hasVideo,
        ...(key.hasAudio ? { audio: true } : {}),
        ...(key.hasEdits ? { edits: true } : {}),
      },
      playlist_ids: key.playlistIds,
      rate: { limit, window_seconds: WINDOW_SECONDS, remaining },
      quotas: {
        images: quotaDocument(images),
        video: quotaDocument(video),
        ...(key.hasAudio ? { audio: quotaDocument(audio) } : {}),
      },
    };
    return jsonApi({ data: { type: "api_keys", id: key.id, attributes, links: { self: baseUrl() + PATH } } });
  });
}
