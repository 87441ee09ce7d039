import { Elysia } from "elysia";
import { refuse } from "../../lib/refusal.ts";
import { serveFile } from "../../media/serve-file.ts";
import { pictureType } from "../../media/picture-type.ts";
import type { HttpContext } from "../context.ts";
import { pathId } from "../path-id.ts";

const CACHE_CONTROL = "public, max-age=3600";

/** Pictures that a dump brought along for its artists: public and without expiry, as the interface has it. */
export function artistImageRoutes({ catalog, clock, mediaFiles }: HttpContext) {
  return new Elysia().get("/v1/artists/:id/image", async ({ request, params }) => {
    const ref = catalog.current()?.db.artist(pathId(params.id))?.imagePath ?? null;
    if (ref === null) throw refuse("not_found");
    const path = await mediaFiles.locate(ref);
    const contentType = await pictureType(path);
    if (contentType === null) throw refuse("not_found");
    const file = { path, contentType, downloadName: null, cacheControl: CACHE_CONTROL };
    return await serveFile(request, file, clock.now());
  });
}
