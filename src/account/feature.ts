import { AccountDocument } from "../../schema/wire/account.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { RateLimiter } from "../keys/rate-limiter.ts";
import { accountRoutes } from "./routes.ts";

/** `GET /v1/me`: what the calling key can do, and what is left of its rate and quotas. */
export function accountFeature(
  deps: FeatureDeps,
  options: { readonly limiter: RateLimiter; readonly baseUrl: () => string },
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
            answers: { 200: { description: "The calling key.", schema: AccountDocument } },
          },
        },
      },
    },
  };
}
