import { Elysia } from "elysia";
import type { CatalogDb } from "../../catalog/catalog-db.ts";
import { type MediaShelf, openMedia } from "../../media/open-media.ts";
import { serveFile } from "../../media/serve-file.ts";
import type { MediaTarget } from "../../media/signed-url.ts";
import type { HttpContext } from "../context.ts";
import { pathId } from "../path-id.ts";
import { queryOf } from "../url.ts";

/** The files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes({ catalog, keys, signer, clock, mediaFiles }: HttpContext) {
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    const shelf = shelfOf(catalog.current()?.db ?? null);
    const access = { secret: signer.secret, keys, shelf, now: clock.now() };
    const file = openMedia(target, queryOf(request.url), access);
    return await serveFile(request, { ...file, path: await mediaFiles.locate(file.path) });
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
  const songOf = (id: string) => db?.songsByIds([id]).get(id);
  return {
    audioFile: (id) => {
      const file = db?.audioFile(id) ?? null;
      if (file === null) return null;
      const title = songOf(file.songId)?.title ?? file.id;
      return { ...file, title: file.description === "" ? title : `${title} - ${file.description}` };
    },
    stems: (songId) => {
      const song = songOf(songId);
      return song === undefined ? null : { path: song.stemsPath, title: song.title };
    },
  };
}
