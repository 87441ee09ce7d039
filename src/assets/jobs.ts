import { stat } from "node:fs/promises";
import { REFUSALS } from "../../schema/errors.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Exhaustion, JobContext, JobKind, JobOutcome } from "../jobs/job-kind.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { ANALYSIS_JOBS, type AnalysisLane, type AnalysisPayload } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import type { Examination, Examine } from "./examine.ts";
import type { MediaKind } from "./media-type.ts";
import { type AssetResult, beginProcessing, findAsset, recordResult } from "./store.ts";
import { putHearing } from "./sound-store.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Attempts if the service fails. An unreadable file fails immediately. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 5 * SECOND_MS;
/** Files are decoded in child processes, so they rarely crash the server; see jobs/rescuer.ts. */
const CRASHES_MAX = 2;
const FAILURES: Readonly<Record<Exhaustion, string>> = {
  attempts: "The service could not analyse this file. Upload it again.",
  crashes: "The service crashed twice while it analysed only this file, so it does not retry.",
};

export interface AnalysisJobParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: UploadFolder;
  readonly examine: Examine;
  /** Returns whether a key can search by the sound of its films. */
  readonly hearsFilmsOf: (keyId: string) => boolean;
  /** Runs in the transaction that records the result, so that searches which wait for the asset continue. */
  readonly onEnded: (tx: Writing, assetId: string) => void;
  /** Reports the time from the upload to the first start to the metrics. */
  onStarted(lane: AnalysisLane, waitMs: number): void;
  /** Reports the outcome and the duration to the metrics. */
  onMeasured(kind: MediaKind, outcome: AssetResult["status"], durationMs: number): void;
}

/** The job kind that analyses the files of a lane. */
export function analysisJob(lane: AnalysisLane, parts: AnalysisJobParts): JobKind<AnalysisPayload> {
  const { db, clock, folder } = parts;

  const complete = (tx: Writing, asset: Asset, examination: Examination): void => {
    // Blocked originals are never retained.
    const isRetained = asset.originalRetained && examination.status !== "blocked";
    const isRecorded = recordResult(tx, asset.id, {
      ...resultOf(examination),
      processedAt: clock.now(),
      originalRetained: isRetained,
    });
    if (!isRecorded) return;
    if (examination.status === "processed" && examination.hearing !== undefined)
      putHearing(tx, asset.id, examination.hearing);
    parts.onEnded(tx, asset.id);
    if (isRetained) return;
    tx.onCommit(() => {
      // The sweep at the next start removes it.
      folder.removeOriginal(asset.id).catch((error: unknown) => {
        parts.log.error({ assetId: asset.id, reason: messageOf(error) }, "failed to remove an original");
      });
    });
  };

  return {
    ...ANALYSIS_JOBS[lane],
    attemptsMax: ATTEMPTS_MAX,
    crashesMax: CRASHES_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async (payload, { jobId, signal }: JobContext): Promise<JobOutcome> => {
      const asset = findAsset(db, payload.asset_id);
      if (asset === null || (asset.status !== "pending" && asset.status !== "processing")) return { kind: "done" };
      db.transaction((tx) => beginProcessing(tx, asset.id));
      const startedAt = clock.now();
      if (asset.status === "pending") parts.onStarted(lane, startedAt - asset.submittedAt);
      const path = folder.originalPath(asset.id);
      const examination = (await isComplete(path, asset.byteSize))
        ? await parts.examine({ ...asset, isFilmHeard: parts.hearsFilmsOf(asset.keyId) }, path, signal, lane)
        : ({ status: "failed", error: "The uploaded file was lost." } as const);
      signal.throwIfAborted();
      const ms = clock.now() - startedAt;
      parts.onMeasured(asset.mediaKind, examination.status, ms);
      const { id: assetId, keyId, mediaKind } = asset;
      parts.log.info({ keyId, assetId, jobId, kind: mediaKind, status: examination.status, ms }, "asset analysed");
      return { kind: "done", record: (tx) => complete(tx, asset, examination) };
    },
    onExhausted: (tx, payload, reason, cause) => {
      const asset = findAsset(tx, payload.asset_id);
      if (asset === null) return;
      parts.log.error({ assetId: asset.id, reason, cause }, "failed to analyse an asset");
      complete(tx, asset, { status: "failed", error: FAILURES[cause] });
    },
    onCancelled: (tx, payload) => {
      const asset = findAsset(tx, payload.asset_id);
      if (asset !== null) complete(tx, asset, { status: "failed", error: "The operator cancelled the analysis." });
    },
  };
}

function resultOf(examination: Examination): Pick<AssetResult, "status" | "analysis" | "error"> {
  const { status } = examination;
  if (status === "processed") return { status, analysis: JSON.stringify(examination.analysis), error: null };
  if (status === "blocked") return { status, analysis: null, error: REFUSALS.asset_blocked.detail };
  return { status, analysis: null, error: examination.error };
}

/** Returns whether the file has its accepted size: a power failure can truncate it. */
async function isComplete(path: string, byteSize: number): Promise<boolean> {
  return await stat(path).then(
    ({ size }) => size === byteSize,
    () => false,
  );
}
