import { access, constants } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import type { ServiceDb } from "../db/service-db.ts";
import type { JobContext, JobKind, JobOutcome, JobType } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { describeForbidden } from "../lib/forbidden.ts";
import type { Log } from "../lib/log.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";
import { ObjectMissing, ObjectStoreFailed } from "../objects/object-store.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { isMeasured, recordFacts } from "./facts-store.ts";
import type { FileMeasurement } from "./measure-apart.ts";
import { sourceDigest } from "./source-digest.ts";
import { knownDigest } from "./source-store.ts";

/** Maximum number of attempts after failures of the server. An unreadable file fails immediately. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 30 * SECOND_MS;
/** While the store of media does not answer, or the disk cannot take a copy. */
const STORE_DELAY_MS = 60 * SECOND_MS;

const Payload = Type.Object({ ref: Type.String() });
type Payload = Static<typeof Payload>;

/** Its own lane, because generated media wait for it. */
export const MEASURE_LANE = "measure";

/** Measures the content of a media ref, unless it has been measured already. */
export const MEASURE_JOB: JobType<Payload> = { name: "measure audio", lane: MEASURE_LANE, payload: Payload };

/** What a measurement finds besides facts; other files get it from a decoding of their own. */
export type Findings = Pick<FileMeasurement, "waveform" | "structure">;

export interface MeasureJobParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The absolute path of a media ref's file; null for a ref that names no file. Throws ObjectStoreFailed, ObjectMissing, storage failures. */
  locate(ref: string): Promise<string | null>;
  /** Throws AudioUnreadable with a sentence for people. */
  measure(path: string, signal: AbortSignal): Promise<FileMeasurement>;
  /** Stores the waveform and the structure of a measured file. A failure must not fail the measurement. */
  keepFindings(digest: string, findings: Findings): Promise<void>;
  /** For metrics. */
  onMeasured(outcome: "measured" | "failed"): void;
}

/** Queues a ref to be measured, unless it is queued already. */
export function enqueueMeasuring(tx: Writing, queue: Queue, ref: string): Work<number> {
  return queue.enqueue(tx, { kind: MEASURE_JOB, payload: { ref }, uniqueKey: `${MEASURE_JOB.name} ${ref}` });
}

export function measureJob(parts: MeasureJobParts): JobKind<Payload> {
  const { db, clock, log } = parts;
  return {
    ...MEASURE_JOB,
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async ({ ref }, { signal }: JobContext): Promise<JobOutcome> => {
      const located = await locateIn(parts, ref);
      if (typeof located !== "string") return located;
      const path = located;
      try {
        const digest = await sourceDigest(db, { ref, path }, signal);
        if (await db.read(isMeasured(db, digest))) return { kind: "done" };
        await access(path, constants.R_OK);
        const measured = await outcomeOf(parts.measure(path, signal));
        signal.throwIfAborted();
        if ("facts" in measured) await parts.keepFindings(digest, measured);
        parts.onMeasured("facts" in measured ? "measured" : "failed");
        if ("error" in measured) log.warn({ ref, reason: measured.error }, "an audio file cannot be measured");
        return { kind: "done", record: (tx) => recordFacts(tx, digest, measured, clock.now()) };
      } catch (error) {
        // The disk can be unmounted. The survey of the next catalog queues the file again.
        if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return { kind: "cancel", reason: messageOf(error) };
        if (hasErrorCode(error, "EACCES", "EPERM")) {
          log.error({ ref }, describeForbidden(path));
          return { kind: "cancel", reason: messageOf(error) };
        }
        throw error;
      }
    },
    *onExhausted(tx, { ref }, reason) {
      tx.onCommit(() => {
        log.error({ ref, reason }, "an audio file could not be measured");
        parts.onMeasured("failed");
      });
      const digest = yield* knownDigest(tx, ref);
      if (digest === null) return;
      yield* recordFacts(tx, digest, { error: "Measuring it failed several times." }, clock.now());
    },
  };
}

/** A store that does not answer, and a disk that cannot take a copy, do not count as attempts. */
async function locateIn(parts: MeasureJobParts, ref: string): Promise<string | JobOutcome> {
  try {
    return (await parts.locate(ref)) ?? { kind: "cancel", reason: "the ref names no file" };
  } catch (error) {
    if (error instanceof ObjectStoreFailed) return { kind: "snooze", afterMs: STORE_DELAY_MS };
    if (storageFailureOf(error) !== null) {
      parts.log.warn(
        { ref, reason: messageOf(error) },
        "an audio file cannot be measured now; it is tried again in a minute",
      );
      return { kind: "snooze", afterMs: STORE_DELAY_MS };
    }
    if (error instanceof ObjectMissing) return { kind: "cancel", reason: error.message };
    throw error;
  }
}

async function outcomeOf(measuring: Promise<FileMeasurement>): Promise<FileMeasurement | { readonly error: string }> {
  try {
    return await measuring;
  } catch (error) {
    if (error instanceof AudioUnreadable) return { error: error.message };
    throw error;
  }
}
