import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import { refuse } from "../lib/refusal.ts";
import type { FindFile } from "./form-file.ts";
import { formOf } from "./make/make-task.ts";
import type { MediaShelf } from "./open-media.ts";
import { serveFile } from "./serve-file.ts";
import type { FileMedia } from "./targets.ts";
import { waitMsOf } from "./wait.ts";

/** The waveform of a file changes only if the file does. */
const CACHE_CONTROL = "private, max-age=3600";

/** Serves the waveforms of audio files, and of a song's first full version. The stored file is the body of the response. */
export function peakRoutes(
  deps: Pick<FeatureDeps, "keys" | "access" | "keyUses" | "contexts" | "clock">,
  { shelf, fileOf }: { readonly shelf: () => MediaShelf; readonly fileOf: FindFile },
) {
  const answer = async (request: Request, file: FileMedia | null | undefined): Promise<Response> => {
    const form = file === null || file === undefined ? null : formOf("peaks", file);
    if (form === null) throw refuse("not_found");
    const path = await fileOf(form, waitMsOf(queryOf(request.url)));
    const served = { path, contentType: "application/json", downloadName: null, cacheControl: CACHE_CONTROL };
    return await serveFile(request, served, deps.clock.now());
  };
  return new Elysia()
    .use(authentication(deps))
    .get("/v1/audio_files/:id/peaks", ({ request, params }) => answer(request, shelf().audioFile(pathId(params.id))))
    .get("/v1/songs/:id/peaks", ({ request, params }) => {
      const full = shelf()
        .song(pathId(params.id))
        ?.audioFiles.find((file) => !file.stem && formOf("peaks", file) !== null);
      return answer(request, full);
    });
}
