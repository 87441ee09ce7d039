import { AccountDocument } from "../../schema/wire/account.ts";
import { EXAMPLE_SERVER } from "../../schema/wire/examples/song.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { RateLimits } from "../keys/rate-limiter.ts";
import { accountRoutes } from "./routes.ts";

const EXAMPLE = {
  data: {
    type: "api_keys",
    id: "768a80ce-7ef0-4238-b550-1c5b50c556c2",
    attributes: {
      name: "editorial",
      mode: "live",
      created_at: "2026-11-24T14:51:28.865Z",
      expires_at: null,
      token_valid_until: null,
      access: { supervisor: true, images: true, video: false },
      playlist_ids: [12],
      rate: { limit: 25, window_seconds: 1, remaining: 24 },
      quotas: {
        images: { limit: 17_000, used: 3, remaining: 16_997, free_at: null },
        video: { limit: 200, used: 0, remaining: 200, free_at: null },
      },
    },
    links: { self: `${EXAMPLE_SERVER}/v1/me` },
  },
};

/** `GET /v1/me`: what the calling key can do, and what is left of its rate and quotas. */
export function accountFeature(
  deps: FeatureDeps,
  options: { readonly limiter: RateLimits; readonly baseUrl: () => string },
): Feature {
  return {
    name: "account",
    routes: [accountRoutes(deps, options)],
    openapi: {
      tags: [{ name: "Account", description: "The calling key." }],
      paths: {
        "/v1/me": {
          get: {
            id: "readAccount",
            tag: "Account",
            summary: "Read access, rate and quotas of the key",
            description: "Does not count against the rate.",
            credential: "key",
            answers: { 200: { description: "The calling key.", schema: AccountDocument, example: EXAMPLE } },
          },
        },
      },
    },
  };
}
