import type { Log } from "../lib/log.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import { ObjectMissing, ObjectStoreFailed } from "../objects/object-store.ts";

/** Retry-After while the store of objects does not answer. */
const RETRY_AFTER_SECONDS = 10;

/** Runs `work` for a request. Throws Refused: 503 while the store does not answer, and 404 for a lost object, which is logged as `sentence`. */
export async function readingObject<Result>(
  {
    log,
    subject,
    sentence,
  }: { readonly log: Log; readonly subject: Readonly<Record<string, string>>; readonly sentence: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectStoreFailed) throw refuseUntil("storage_unavailable", RETRY_AFTER_SECONDS);
    if (!(error instanceof ObjectMissing)) throw error;
    log.error({ ...subject, reason: error.message }, sentence);
    throw refuse("not_found");
  }
}
