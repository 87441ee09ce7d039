import { type Static, Type } from "@sinclair/typebox";
import type { JobKind, JobType } from "../../jobs/job-kind.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { Refused } from "../../lib/refusal.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { untilAborted } from "../../lib/with-time-limit.ts";
import { NoSpace } from "./making-space.ts";
import type { Maker } from "./maker.ts";
import { MADE_KINDS, type MadeKind, type MakeTask } from "./make-task.ts";

export const MAKING_LANE = "media";
/** Attempts after temporary failures. A file that cannot be used is not retried. */
const ATTEMPTS_MAX = 5;
const RETRY_DELAY_MS = 2 * MINUTE_MS;
/** While the store of media does not answer, or the disk is full. */
const STORE_DELAY_MS = MINUTE_MS;

const Payload = Type.Object({
  /** Id of the audio file; for stems, of the song. */
  id: Type.String(),
});
type Payload = Static<typeof Payload>;

export function makingJobType(kind: MadeKind): JobType<Payload> {
  return { name: `make ${kind}`, lane: MAKING_LANE, payload: Payload };
}

export function makingJobs(parts: {
  readonly maker: Pick<Maker, "make">;
  /** The task for an id of the current catalog; null if there is no file to generate. */
  taskFor(kind: MadeKind, id: string): MakeTask | null;
}): readonly JobKind<Payload>[] {
  return MADE_KINDS.map((kind) => ({
    ...makingJobType(kind),
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async ({ id }, { signal }) => {
      const task = parts.taskFor(kind, id);
      try {
        // The job is also done if the file cannot be generated: the reason is stored.
        // An abort ends the wait only: other requests can wait for the same task.
        if (task !== null) await untilAborted(signal, parts.maker.make(task));
        return { kind: "done" };
      } catch (error) {
        // Neither counts as an attempt. The maker logs them.
        if (isStoreAway(error) || isDiskFull(error)) return { kind: "snooze", afterMs: STORE_DELAY_MS };
        throw error;
      }
    },
  }));
}

function isStoreAway(error: unknown): boolean {
  return error instanceof Refused && error.refusals[0].name === "storage_unavailable";
}

function isDiskFull(error: unknown): boolean {
  return error instanceof NoSpace || storageFailureOf(error) === "full";
}
