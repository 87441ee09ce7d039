import { Elysia } from "elysia";
import { byKey } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { pathOf, queryOf } from "../http/url.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { forbiddenSentence } from "../lib/forbidden.ts";
import { refuse } from "../lib/refusal.ts";
import { parseCutName } from "./cut/cut-name.ts";
import type { CutPlans } from "./cut/cut-plans.ts";
import type { FindContent } from "./form-file.ts";
import { type MediaShelf, openMedia } from "./open-media.ts";
import { quickStat } from "./quick-stat.ts";
import { serveFile } from "./serve-file.ts";
import { serveObject } from "./serve-object.ts";
import type { MediaTarget, UrlSigner } from "./signed-url.ts";
import { waitMsOf } from "./wait.ts";

/** Files without permission that are logged. */
const FORBIDDEN_LOGGED_MAX = 100;

/** Serves the files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes(
  {
    db,
    keys,
    keyUses,
    audit,
    contexts,
    clock,
    log,
  }: Pick<FeatureDeps, "db" | "keys" | "keyUses" | "audit" | "contexts" | "clock" | "log">,
  {
    shelf,
    signer,
    contentOf,
    cuts,
  }: {
    readonly shelf: () => MediaShelf;
    readonly signer: UrlSigner;
    readonly contentOf: FindContent;
    readonly cuts: CutPlans;
  },
) {
  const statFile = quickStat();
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    // The router ignores a trailing slash; a signed path has none.
    if (pathOf(request.url).endsWith("/")) throw refuse("not_found");
    const now = clock.now();
    const query = queryOf(request.url);
    const access = { secret: signer.secret, keys, shelf, now };
    const { form, key, ...file } = await db.read(openMedia(target, query, access));
    keyUses.note(key.id, now);
    const waitMs = waitMsOf(query);
    const content =
      form.kind === "cut" ? { path: await cuts.fileOf(form, key, waitMs) } : await contentOf(form, key.id, waitMs);
    const isHead = contexts.isHead(request);
    if (!isHead) {
      const by = byKey(key, contexts.of(request).id);
      audit.noteOpening({ ...by, action: "media.opened", objects: openedObjects(target) });
    }
    if ("object" in content) {
      const linkSeconds = Math.floor(Number(query.get("expires")) - now / SECOND_MS);
      return serveObject(request, content.object, file, { now, isHead, linkSeconds });
    }
    const { path } = content;
    return await serveFile(request, { ...file, path }, now, statFile).catch((error: unknown) => {
      logIfForbidden(path);
      throw error;
    });
  };
  const logged = new Set<string>();
  /** The client gets a 404. Each file is logged once, because players repeat their requests. */
  const logIfForbidden = (path: string): void => {
    const sentence = logged.has(path) || logged.size >= FORBIDDEN_LOGGED_MAX ? null : forbiddenSentence(path);
    if (sentence === null) return;
    logged.add(path);
    log.error({}, sentence);
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
    .get("/v1/audio_files/:id/cuts/:name", ({ request, params }) => {
      const cut = parseCutName(params.name);
      if (cut === null) throw refuse("not_found");
      return answer(request, { kind: "cut", audioFileId: pathId(params.id), ...cut });
    })
    .get("/v1/songs/:id/stems.zip", ({ request, params }) =>
      answer(request, { kind: "stems", songId: pathId(params.id) }),
    );
}

/** What was opened, for the audit trail: `kind` is mp3, wav, watermarked, cut or stems. */
function openedObjects(target: MediaTarget): Readonly<Record<string, string>> {
  const { kind } = target;
  return kind === "stems" ? { song: target.songId, kind } : { audio_file: target.audioFileId, kind };
}
