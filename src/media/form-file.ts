import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { Form } from "./make/make-task.ts";
import type { Maker } from "./make/maker.ts";
import type { MediaFiles } from "./store/media-files.ts";

/** Returns the path of an existing or generated file. `waitMs` is how long to wait for it; null for the usual time. */
export type FindFile = (form: Form, waitMs?: number | null) => Promise<string>;

/** The result throws Refused: 404 for a file that can never be generated, 503 if generation takes longer than a request waits. */
export function findFile(files: MediaFiles, maker: Pick<Maker, "provide">): FindFile {
  return async (form, waitMs = null) => {
    if (form.kind === "given") return await files.locate(form.ref);
    const outcome = await maker.provide(form.task, waitMs);
    if (outcome.kind === "made") return outcome.path;
    if (outcome.kind !== "later") throw refuse("not_found");
    throw new Refused([refusal("not_ready")], { "retry-after": String(outcome.retryAfterSeconds) });
  };
}
