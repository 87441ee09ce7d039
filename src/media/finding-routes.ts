import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { refuse } from "../lib/refusal.ts";
import type { FindFile } from "./form-file.ts";
import { firstFullFile, formOf } from "./make/make-task.ts";
import type { MediaShelf } from "./open-media.ts";
import { serveFile } from "./serve-file.ts";
import type { FileMedia } from "./targets.ts";
import { waitMsOf } from "./wait.ts";

type Finding = "peaks" | "structure";

/** The findings of a file change only if the file or their method does. */
const CACHE_CONTROL = "private, max-age=3600";

/**
 * Serves the waveforms and structures of audio files, and of a song's first full version. The stored file is the body of the
 * response.
 */
export function findingRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  { shelf, fileOf }: { readonly shelf: () => MediaShelf; readonly fileOf: FindFile },
) {
  const answer = async (
    { key, request }: { readonly key: ApiKey; readonly request: Request },
    kind: Finding,
    file: FileMedia | null,
  ): Promise<Response> => {
    const form = file === null ? null : formOf(kind, file);
    if (form === null) throw refuse("not_found");
    const path = await fileOf(form, key.id, waitMsOf(queryOf(request.url)));
    const served = { path, contentType: "application/json", downloadName: null, cacheControl: CACHE_CONTROL };
    return await serveFile(request, served, deps.clock.now());
  };
  const ofFile = (id: string): FileMedia | null => shelf().audioFile(pathId(id));
  const ofSong = (id: string): FileMedia | null => {
    const song = shelf().song(pathId(id));
    return song === null ? null : firstFullFile(song);
  };
  return new Elysia()
    .use(authentication(deps))
    .get("/v1/audio_files/:id/peaks", ({ key, request, params }) =>
      answer({ key, request }, "peaks", ofFile(params.id)),
    )
    .get("/v1/songs/:id/peaks", ({ key, request, params }) => answer({ key, request }, "peaks", ofSong(params.id)))
    .get("/v1/audio_files/:id/structure", ({ key, request, params }) =>
      answer({ key, request }, "structure", ofFile(params.id)),
    )
    .get("/v1/songs/:id/structure", ({ key, request, params }) =>
      answer({ key, request }, "structure", ofSong(params.id)),
    );
}
