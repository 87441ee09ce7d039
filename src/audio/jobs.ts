import { type Static, Type } from "@sinclair/typebox";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { JobContext, JobKind, JobOutcome, JobType } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Writing } from "../db/service-db.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { digestFile, sizeAndTime } from "./digest-file.ts";
import {
  type DigestedFile,
  findSource,
  isMeasured,
  knownDigest,
  type Measured,
  recordDigest,
  recordFacts,
} from "./facts-store.ts";

/** Tries where our own side failed: a file that cannot be read fails at once. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 30 * SECOND_MS;

const Payload = Type.Object({ ref: Type.String() });
type Payload = Static<typeof Payload>;

/** Measures the content that a media ref names, once. */
export const MEASURE_JOB: JobType<Payload> = { name: "measure audio", lane: "media", payload: Payload };

export interface MeasureJobParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The absolute path behind a media ref; null for one that leads to no file. */
  pathOf(ref: string): string | null;
  /** Throws AudioUnreadable with a sentence for people. */
  measure(path: string, signal: AbortSignal): Promise<AudioFacts>;
  /** For metrics. */
  onMeasured(outcome: "measured" | "failed"): void;
}

/** Queues a ref to be measured; a second time while it waits changes nothing. */
export function enqueueMeasuring(tx: Writing, queue: Queue, ref: string): void {
  queue.enqueue(tx, { kind: MEASURE_JOB, payload: { ref }, uniqueKey: `${MEASURE_JOB.name} ${ref}` });
}

export function measureJob(parts: MeasureJobParts): JobKind<Payload> {
  const { db, clock, log } = parts;
  return {
    ...MEASURE_JOB,
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async ({ ref }, { signal }: JobContext): Promise<JobOutcome> => {
      const path = parts.pathOf(ref);
      if (path === null) return { kind: "cancel", reason: "the ref leads to no file" };
      try {
        const file = await digested(db, ref, path, signal);
        const keep = (tx: Writing): void => {
          if (file.isNew) recordDigest(tx, file);
        };
        if (isMeasured(db, file.digest)) return { kind: "done", settle: keep };
        const measured = await outcomeOf(parts.measure(path, signal));
        signal.throwIfAborted();
        parts.onMeasured("facts" in measured ? "measured" : "failed");
        if ("error" in measured) log.warn({ ref, reason: measured.error }, "an audio file cannot be measured");
        return {
          kind: "done",
          settle: (tx) => {
            keep(tx);
            recordFacts(tx, file.digest, measured, clock.now());
          },
        };
      } catch (error) {
        // The disk may be away; the survey of the next catalog asks again.
        if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return { kind: "cancel", reason: messageOf(error) };
        throw error;
      }
    },
    onExhausted: (tx, { ref }, reason) => {
      log.error({ ref, reason }, "an audio file could not be measured");
      parts.onMeasured("failed");
      const digest = knownDigest(tx, ref);
      if (digest !== null) recordFacts(tx, digest, { error: "Measuring it failed again and again." }, clock.now());
    },
  };
}

/** A digest is good while size and time are the same; what the store keeps never changes. */
async function digested(
  db: ServiceDb,
  ref: string,
  path: string,
  signal: AbortSignal,
): Promise<DigestedFile & { readonly isNew: boolean }> {
  const now = await sizeAndTime(path);
  const known = knownDigest(db, ref);
  const source = findSource(db, ref);
  const isSame = source === null || (source.byteSize === now.byteSize && source.modifiedAt === now.modifiedAt);
  if (known !== null && isSame) return { ref, ...now, digest: known, isNew: false };
  return { ...(await digestFile(ref, path, signal)), isNew: true };
}

async function outcomeOf(measuring: Promise<AudioFacts>): Promise<Measured> {
  try {
    return { facts: await measuring };
  } catch (error) {
    if (error instanceof AudioUnreadable) return { error: error.message };
    throw error;
  }
}
