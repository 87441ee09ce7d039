import { REFUSALS } from "../../schema/errors.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Exhaustion, JobContext, JobKind, JobOutcome } from "../jobs/job-kind.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";
import { ObjectStoreFailed } from "../objects/object-store.ts";
import { ANALYSIS_JOBS, type AnalysisLane, type AnalysisPayload } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import type { Examination, Examine } from "./examine.ts";
import type { MediaKind } from "./media-type.ts";
import type { Originals } from "./originals.ts";
import { type AssetResult, beginProcessing, findAsset, recordResult } from "./store.ts";
import { putHearing } from "./sound-store.ts";

/** Attempts if the service fails. An unreadable file fails immediately. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 5 * SECOND_MS;
const CRASHED = "The process that decodes the file crashed.";
/** While the store of objects does not answer, or the disk cannot take a copy. */
const STORE_DELAY_MS = 60 * SECOND_MS;
/** Files are decoded in child processes, so they rarely crash the server; see jobs/rescuer.ts. */
const CRASHES_MAX = 2;
const FAILURES: Readonly<Record<Exhaustion, string>> = {
  attempts: "The service could not analyse this file. Upload it again.",
  crashes: "The service crashed twice while it analysed only this file, so it does not retry.",
};

/** An examination that is recorded. */
type Result = Exclude<Examination, { readonly status: "crashed" }>;

export interface AnalysisJobParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly originals: Pick<Originals, "fetch" | "remove" | "settle">;
  readonly examine: Examine;
  /** Returns whether a key can search by the sound of its films. */
  readonly hearsFilmsOf: (keyId: string) => Promise<boolean>;
  /** Runs in the transaction that records the result, so that searches which wait for the asset continue. */
  readonly onEnded: (tx: Writing, assetId: string) => Work<unknown>;
  /** Reports the time from the upload to the first start to the metrics. */
  onStarted(lane: AnalysisLane, waitMs: number): void;
  /** Reports the outcome and the duration to the metrics. */
  onMeasured(kind: MediaKind, outcome: AssetResult["status"], durationMs: number): void;
}

/** The job kind that analyses the files of a lane. */
export function analysisJob(lane: AnalysisLane, parts: AnalysisJobParts): JobKind<AnalysisPayload> {
  const { db, clock, originals } = parts;

  const complete = function* (tx: Writing, asset: Asset, examination: Result): Work<void> {
    // Blocked originals are never retained.
    const isRetained = asset.originalRetained && examination.status !== "blocked";
    const isRecorded = yield* recordResult(tx, asset.id, {
      ...resultOf(examination),
      processedAt: clock.now(),
      originalRetained: isRetained,
    });
    if (!isRecorded) return;
    if (examination.status === "processed" && examination.hearing !== undefined)
      yield* putHearing(tx, asset.id, examination.hearing);
    yield* parts.onEnded(tx, asset.id);
    tx.onCommit(() => {
      // A sweep repeats what fails.
      const ending = isRetained ? originals.settle(asset) : originals.remove(asset.id);
      ending.catch((error: unknown) => {
        parts.log.error({ assetId: asset.id, reason: messageOf(error) }, "failed to remove an original");
      });
    });
  };

  return {
    ...ANALYSIS_JOBS[lane],
    attemptsMax: ATTEMPTS_MAX,
    crashesMax: CRASHES_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async (payload, { jobId, signal, isAlone, isStopping }: JobContext): Promise<JobOutcome> => {
      const asset = await db.read(findAsset(db, payload.asset_id));
      if (asset === null || (asset.status !== "pending" && asset.status !== "processing")) return { kind: "done" };
      const located = await locate(parts, asset);
      if (located !== null && typeof located !== "string") return located;
      await db.write((tx) => beginProcessing(tx, asset.id));
      const isFilmHeard = await parts.hearsFilmsOf(asset.keyId);
      const startedAt = clock.now();
      if (asset.status === "pending") parts.onStarted(lane, startedAt - asset.submittedAt);
      const examined =
        located === null
          ? ({ status: "failed", error: "The uploaded file was lost." } as const)
          : await parts.examine({ ...asset, isFilmHeard }, located, signal, lane);
      signal.throwIfAborted();
      if (examined.status === "crashed" && isStopping()) throw new Error(CRASHED);
      if (examined.status === "crashed" && !(payload.crashed === true && isAlone)) {
        parts.log.warn({ assetId: asset.id, jobId }, "a decoder crashed; the file is analysed again, alone");
        const next = { ...payload, crashed: true };
        return { kind: "retry alone", reason: CRASHED, afterMs: RETRY_DELAY_MS, payload: next };
      }
      const examination: Result = examined.status === "crashed" ? { ...examined, status: "failed" } : examined;
      const ms = clock.now() - startedAt;
      parts.onMeasured(asset.mediaKind, examination.status, ms);
      const { id: assetId, keyId, mediaKind } = asset;
      parts.log.info({ keyId, assetId, jobId, kind: mediaKind, status: examination.status, ms }, "asset analysed");
      return { kind: "done", record: (tx) => complete(tx, asset, examination) };
    },
    onExhausted: function* (tx, payload, reason, cause) {
      const asset = yield* findAsset(tx, payload.asset_id);
      if (asset === null) return;
      parts.log.error({ assetId: asset.id, reason, cause }, "failed to analyse an asset");
      yield* complete(tx, asset, { status: "failed", error: FAILURES[cause] });
    },
    onCancelled: function* (tx, payload) {
      const asset = yield* findAsset(tx, payload.asset_id);
      if (asset !== null)
        yield* complete(tx, asset, { status: "failed", error: "The operator cancelled the analysis." });
    },
  };
}

function resultOf(examination: Result): Pick<AssetResult, "status" | "analysis" | "error"> {
  const { status } = examination;
  if (status === "processed") return { status, analysis: JSON.stringify(examination.analysis), error: null };
  if (status === "blocked") return { status, analysis: null, error: REFUSALS.asset_blocked.detail };
  return { status, analysis: null, error: examination.error };
}

/** Returns the path of the original; null if it is lost. A store that does not answer, and a full disk, do not count as attempts. */
async function locate({ originals, log }: AnalysisJobParts, asset: Asset): Promise<string | null | JobOutcome> {
  try {
    return await originals.fetch(asset);
  } catch (error) {
    if (!(error instanceof ObjectStoreFailed) && storageFailureOf(error) === null) throw error;
    log.warn({ assetId: asset.id, reason: messageOf(error) }, "an upload cannot be read now; it is analysed later");
    return { kind: "snooze", afterMs: STORE_DELAY_MS };
  }
}
