import { Elysia } from "elysia";
import { mediaShelf } from "../../catalog/media-shelf.ts";
import { Refused, refusal, refuse } from "../../lib/refusal.ts";
import type { Form } from "../../media/make/make-task.ts";
import { quickStat } from "../../media/quick-stat.ts";
import { openMedia } from "../../media/open-media.ts";
import { serveFile } from "../../media/serve-file.ts";
import type { MediaTarget } from "../../media/signed-url.ts";
import type { HttpContext } from "../context.ts";
import { pathId } from "../path-id.ts";
import { pathOf, queryOf } from "../url.ts";

/** The files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes({ catalog, keys, signer, clock, mediaFiles, maker }: HttpContext) {
  const look = quickStat();
  /** Of what is made, once it is; 503 where that takes longer than a request waits. */
  const fileOf = async (form: Form): Promise<string> => {
    if (form.kind === "given") return await mediaFiles.locate(form.ref);
    const outcome = await maker.provide(form.task);
    if (outcome.kind === "made") return outcome.path;
    if (outcome.kind !== "later") throw refuse("not_found");
    throw new Refused([refusal("not_ready")], { "retry-after": String(outcome.retryAfterSeconds) });
  };
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    // The router overlooks a slash at the end; what was signed has none.
    if (pathOf(request.url).endsWith("/")) throw refuse("not_found");
    const now = clock.now();
    const shelf = mediaShelf(catalog.current()?.db ?? null);
    const access = { secret: signer.secret, keys, shelf, now };
    const { form, ...file } = openMedia(target, queryOf(request.url), access);
    return await serveFile(request, { ...file, path: await fileOf(form) }, now, look);
  };
  return new Elysia()
    .get("/v1/audio_files/:id/full.mp3", ({ request, params }) =>
      answer(request, { kind: "mp3", audioFileId: pathId(params.id) }),
    )
    .get("/v1/audio_files/:id/full.wav", ({ request, params }) =>
      answer(request, { kind: "wav", audioFileId: pathId(params.id) }),
    )
    .get("/v1/audio_files/:id/watermarked.mp3", ({ request, params }) =>
      answer(request, { kind: "watermarked", audioFileId: pathId(params.id) }),
    )
    .get("/v1/songs/:id/stems.zip", ({ request, params }) =>
      answer(request, { kind: "stems", songId: pathId(params.id) }),
    );
}
