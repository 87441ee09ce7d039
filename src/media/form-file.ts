import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { Form } from "./make/make-task.ts";
import type { Maker } from "./make/maker.ts";
import type { MediaFiles } from "./store/media-files.ts";
import type { MediaContent } from "./store/media-place.ts";

/**
 * Returns the path of an existing or generated file. `requester` is the id of the key or shared link that asks for it: each has a
 * share of what is generated at the same time. `waitMs` is how long to wait; null for the usual time.
 */
export type FindFile = (form: Form, requester: string, waitMs?: number | null) => Promise<string>;

/** The result throws Refused: 404 for a file that can never be generated, 503 if generation takes longer than a request waits. */
export function findFile(files: MediaFiles, maker: Pick<Maker, "provide">): FindFile {
  return async (form, requester, waitMs = null) => {
    if (form.kind === "given") return await files.locate(form.ref);
    const outcome = await maker.provide(form.task, requester, waitMs);
    if (outcome.kind === "made") return outcome.path;
    if (outcome.kind !== "later") throw refuse("not_found");
    throw new Refused([refusal("not_ready")], { "retry-after": String(outcome.retryAfterSeconds) });
  };
}

/** Like FindFile, for what is sent to clients: an object is not copied to this machine first. */
export type FindContent = (form: Form, requester: string, waitMs?: number | null) => Promise<MediaContent>;

export function findContent(files: MediaFiles, fileOf: FindFile): FindContent {
  return async (form, requester, waitMs = null) => {
    const object = form.kind === "given" ? await files.open(form.ref) : null;
    return object === null ? { path: await fileOf(form, requester, waitMs) } : { object };
  };
}
