import { Elysia } from "elysia";
import type { CatalogDb } from "../../catalog/catalog-db.ts";
import { refuse } from "../../lib/refusal.ts";
import { type MediaShelf, openMedia, stillToBeMade } from "../../media/open-media.ts";
import { type ServedFile, serveFile } from "../../media/serve-file.ts";
import type { MediaTarget } from "../../media/signed-url.ts";
import { isSoundRef } from "../../media/sound-ref.ts";
import { SoundBusy } from "../../sound/sound-shelf.ts";
import type { HttpContext } from "../context.ts";
import { pathId } from "../path-id.ts";
import { queryOf } from "../url.ts";

/** The files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes({ catalog, keys, signer, clock, sound }: HttpContext) {
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    const shelf = shelfOf(catalog.current()?.db ?? null);
    const access = { secret: signer.secret, keys, shelf, now: clock.now() };
    return await serveFile(request, await rendered(openMedia(target, queryOf(request.url), access), sound));
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

/** The file itself; of the demonstration catalog's, the one that is rendered of it. */
async function rendered(file: ServedFile, sound: HttpContext["sound"]): Promise<ServedFile> {
  if (!isSoundRef(file.path)) return file;
  const path = await sound.fileOf(file.path).catch((error: unknown) => {
    throw error instanceof SoundBusy ? stillToBeMade() : error;
  });
  if (path === null) throw refuse("not_found");
  return { ...file, path };
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
