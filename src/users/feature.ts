import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { adminUserPaths } from "./admin-openapi.ts";
import { adminUserRoutes } from "./admin-routes.ts";
import { sessionExpiryDuty } from "./expire-sessions.ts";
import { usersOpenApi } from "./openapi.ts";
import { sessionRoutes } from "./routes.ts";
import type { Sessions } from "./sessions.ts";
import { SignIn } from "./sign-in.ts";
import { signInReport } from "./sign-in-report.ts";

/** People who use the console: signing in and out. Commands add and remove them. */
export function usersFeature(
  deps: FeatureDeps,
  { sessions, baseUrl }: { readonly sessions: Sessions; readonly baseUrl: () => string },
): Feature {
  const { db, clock } = deps;
  const signIn = new SignIn({ db, clock, sessions });
  return {
    name: "users",
    routes: [
      sessionRoutes(deps, { sessions, signIn, baseUrl, report: signInReport(deps) }),
      adminUserRoutes(deps, { baseUrl }),
    ],
    openapi: { ...usersOpenApi, paths: { ...usersOpenApi.paths, ...adminUserPaths } },
    duties: [sessionExpiryDuty(deps)],
  };
}
