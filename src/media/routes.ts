import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { pathId } from "../http/path-id.ts";
import { pathOf, queryOf } from "../http/url.ts";
import { forbiddenSentence } from "../lib/forbidden.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { Maker } from "./make/maker.ts";
import type { Form } from "./make/make-task.ts";
import { type MediaShelf, openMedia } from "./open-media.ts";
import { quickStat } from "./quick-stat.ts";
import { serveFile } from "./serve-file.ts";
import type { MediaTarget, UrlSigner } from "./signed-url.ts";
import type { MediaFiles } from "./store/media-files.ts";

/** Files without permission that are logged. */
const FORBIDDEN_LOGGED_MAX = 100;

/** Serves the files behind signed URLs. The signature is the only credential: players and browsers send no header. */
export function mediaRoutes(
  { keys, clock, log }: Pick<FeatureDeps, "keys" | "clock" | "log">,
  {
    shelf,
    signer,
    files,
    maker,
  }: {
    readonly shelf: () => MediaShelf;
    readonly signer: UrlSigner;
    readonly files: MediaFiles;
    readonly maker: Pick<Maker, "provide">;
  },
) {
  const statFile = quickStat();
  /** Returns the path of an existing or generated file. Throws Refused (503) if generation takes longer than a request waits. */
  const fileOf = async (form: Form): Promise<string> => {
    if (form.kind === "given") return await files.locate(form.ref);
    const outcome = await maker.provide(form.task);
    if (outcome.kind === "made") return outcome.path;
    if (outcome.kind !== "later") throw refuse("not_found");
    throw new Refused([refusal("not_ready")], { "retry-after": String(outcome.retryAfterSeconds) });
  };
  const answer = async (request: Request, target: MediaTarget): Promise<Response> => {
    // The router ignores a trailing slash; a signed path has none.
    if (pathOf(request.url).endsWith("/")) throw refuse("not_found");
    const now = clock.now();
    const access = { secret: signer.secret, keys, shelf: shelf(), now };
    const { form, ...file } = openMedia(target, queryOf(request.url), access);
    const path = await fileOf(form);
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
    .get("/v1/songs/:id/stems.zip", ({ request, params }) =>
      answer(request, { kind: "stems", songId: pathId(params.id) }),
    );
}
