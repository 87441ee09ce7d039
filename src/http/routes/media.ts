import { Elysia } from "elysia";
import type { CatalogDb } from "../../catalog/catalog-db.ts";
import { looksAtFiles } from "../../media/look-at-file.ts";
import { type MediaShelf, openMedia } from "../../media/open-media.ts";
import { serveFile } from "../../media/serve-file.ts";
import type { MediaTarget } from "../../media/signed-url.ts";
import { refuse } from "../../lib/refusal.ts";
import type { HttpContext } from "../context.ts";
import { pathId } from "../path-id.ts";
import { pathOf, queryOf } from "../url.ts";

/** The files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes({ catalog, keys, signer, clock }: HttpContext) {
  const look = looksAtFiles();
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    // The router overlooks a slash at the end; what was signed has none.
    if (pathOf(request.url).endsWith("/")) throw refuse("not_found");
    const now = clock.now();
    const shelf = shelfOf(catalog.current()?.db ?? null);
    const access = { secret: signer.secret, keys, shelf, now };
    return await serveFile(request, openMedia(target, queryOf(request.url), access), now, look);
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

/** Downloads are named for a person: song and file, "Glass Harbour - Full mix". */
function shelfOf(db: CatalogDb | null): MediaShelf {
  return {
    audioFile: (id) => {
      const file = db?.audioFile(id) ?? null;
      if (file === null) return null;
      const { songTitle, description } = file;
      return { ...file, title: description === "" ? songTitle : `${songTitle} - ${description}` };
    },
    stems: (songId) => {
      const song = db?.stems(songId) ?? null;
      return song === null ? null : { path: song.stemsPath, title: song.title };
    },
  };
}
