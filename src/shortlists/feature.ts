import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { SongPresenting } from "../catalog/present-song.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { FindContent, FindFile } from "../media/form-file.ts";
import { shortlistExportRoutes } from "./export-routes.ts";
import { shortlistOpenApi } from "./openapi.ts";
import { shareOpenApiPaths } from "./shares/openapi.ts";
import { pageFileRoutes } from "./pages/page-file-routes.ts";
import { shortlistRoutes } from "./routes.ts";
import { sharedPageRoutes } from "./shares/shared-page-routes.ts";
import { shareRoutes } from "./shares/share-routes.ts";
import { SharedLinks } from "./shares/shares.ts";
import { Shortlists, type ShortlistsDeps } from "./shortlists.ts";

export interface ShortlistFeatureDeps {
  readonly catalog: LiveCatalog;
  readonly presenting: SongPresenting;
  readonly hasAsset: ShortlistsDeps["hasAsset"];
  readonly fileOf: FindFile;
  readonly contentOf: FindContent;
}

/** Lists of songs that keys and users keep, and their exports. */
export function shortlistFeature(
  deps: FeatureDeps,
  { catalog, presenting, hasAsset, fileOf, contentOf }: ShortlistFeatureDeps,
): Feature {
  const shortlists = new Shortlists({ ...deps, catalog, hasAsset });
  const { signer } = presenting;
  const shares = new SharedLinks({ ...deps, secret: signer.secret });
  const services = { shortlists, presenting, described: { db: deps.db, catalog, facts: presenting.facts } };
  return {
    name: "shortlists",
    routes: [
      shortlistRoutes(deps, services),
      shortlistExportRoutes(deps, { ...services, contentOf }),
      shareRoutes(deps, { shares, signer }),
      sharedPageRoutes(deps, { ...services, shares, fileOf }),
      pageFileRoutes(),
    ],
    openapi: { ...shortlistOpenApi, paths: { ...shortlistOpenApi.paths, ...shareOpenApiPaths } },
  };
}
