import { type Static, Type } from "@sinclair/typebox";
import type { JobKind, JobType } from "../../jobs/job-kind.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import type { Maker } from "./maker.ts";
import { MADE_KINDS, type MadeKind, type Wanted } from "./wanted.ts";

export const MAKING_LANE = "media";
/** Tries where only the moment was wrong (a full disk); what a file itself prevents is not tried again. */
const ATTEMPTS_MAX = 5;
const RETRY_DELAY_MS = 2 * MINUTE_MS;

const Payload = Type.Object({
  /** Of the audio file; of the song for its stems. */
  id: Type.String(),
});
type Payload = Static<typeof Payload>;

export function makingJobType(kind: MadeKind): JobType<Payload> {
  return { name: `make ${kind}`, lane: MAKING_LANE, payload: Payload };
}

export function makingJobs(parts: {
  readonly maker: Pick<Maker, "make">;
  /** What is to be made for an id of the catalog as it is now; null where nothing is. */
  wantedFor(kind: MadeKind, id: string): Wanted | null;
}): readonly JobKind<Payload>[] {
  return MADE_KINDS.map((kind) => ({
    ...makingJobType(kind),
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async ({ id }, { signal }) => {
      const wanted = parts.wantedFor(kind, id);
      // A file that cannot be made is done too: why is remembered, and it is not tried again.
      if (wanted !== null) await untilAborted(parts.maker.make(wanted), signal);
      return { kind: "done" };
    },
  }));
}

/** Others may wait for the same file, so what is under way goes on when one of them leaves. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
