import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { authentication } from "../keys/authentication.ts";
import { refuse } from "../lib/refusal.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import type { MeasuredFacts } from "./measured.ts";

/** What a player needs to know about the files of a song: which are stems, and how loud each is. */
export function songAudioRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  { catalog, facts }: { readonly catalog: LiveCatalog; readonly facts: MeasuredFacts },
) {
  return new Elysia().use(authentication(deps)).get("/v1/songs/:id/audio", async ({ params }) => {
    const id = pathId(params.id);
    const record = catalog.current()?.db.songsByIds([id]).get(id);
    if (record === undefined) throw refuse("not_found");
    const files = record.audioFiles.flatMap(({ id: fileId, stem, wavPath, mp3Path }) => {
      const ref = wavPath ?? mp3Path;
      return ref === null ? [] : [{ fileId, stem, ref }];
    });
    const found = await deps.db.read(facts.of(files.map(({ ref }) => ref)));
    return jsonApi({
      data: files.map(({ fileId, stem, ref }) => ({
        type: "audio_files",
        id: fileId,
        attributes: { stem, loudness: found.get(ref)?.loudness ?? null },
      })),
    });
  });
}
