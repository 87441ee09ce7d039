import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { refuse } from "../lib/refusal.ts";
import { pictureType } from "../media/picture-type.ts";
import { serveFile } from "../media/serve-file.ts";
import { serveObject } from "../media/serve-object.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const CACHE_CONTROL = "public, max-age=3600";

/** Serves the artists' pictures from dumps. They are public and do not expire. */
export function artistImageRoutes(
  { clock, contexts }: Pick<FeatureDeps, "clock" | "contexts">,
  { catalog, files }: { readonly catalog: LiveCatalog; readonly files: MediaFiles },
) {
  return new Elysia().get("/v1/artists/:id/image", async ({ request, params }) => {
    const ref = catalog.current()?.db.artist(pathId(params.id))?.imagePath ?? null;
    if (ref === null) throw refuse("not_found");
    const path = await files.locate(ref);
    const contentType = await pictureType(path);
    if (contentType === null) throw refuse("not_found");
    const as = { contentType, downloadName: null, cacheControl: CACHE_CONTROL };
    const now = clock.now();
    // The times of a copy tell when it was used, so only an object's own digest and time confirm what a client has.
    const object = await files.open(ref);
    if (object === null) return await serveFile(request, { ...as, path }, now);
    return await serveObject(request, { ...object, path }, as, { now, isHead: contexts.isHead(request) });
  });
}
