import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { refuse } from "../lib/refusal.ts";
import { pictureType } from "../media/picture-type.ts";
import { serveFile } from "../media/serve-file.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const CACHE_CONTROL = "public, max-age=3600";

/** Serves the artists' pictures from dumps. They are public and do not expire. */
export function artistImageRoutes(
  { clock }: Pick<FeatureDeps, "clock">,
  { catalog, files }: { readonly catalog: LiveCatalog; readonly files: MediaFiles },
) {
  return new Elysia().get("/v1/artists/:id/image", async ({ request, params }) => {
    const ref = catalog.current()?.db.artist(pathId(params.id))?.imagePath ?? null;
    if (ref === null) throw refuse("not_found");
    const path = await files.locate(ref);
    const contentType = await pictureType(path);
    if (contentType === null) throw refuse("not_found");
    const file = { path, contentType, downloadName: null, cacheControl: CACHE_CONTROL };
    return await serveFile(request, file, clock.now());
  });
}
