import { stat } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import { REFUSALS } from "../../schema/errors.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Exhaustion, JobContext, JobKind, JobOutcome, JobType } from "../jobs/job-kind.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Asset } from "./asset.ts";
import type { Examination, Examine } from "./examine.ts";
import type { MediaKind } from "./media-type.ts";
import { type AssetEnd, beginProcessing, endAsset, findAsset } from "./store.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Tries where our own side failed: a file that cannot be read fails at once. */
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 5 * SECOND_MS;
/** Files are decoded in processes apart, so an end of the server is rarely their fault; see jobs/rescuer.ts. */
const CRASHES_MAX = 2;
const FAILURES: Readonly<Record<Exhaustion, string>> = {
  attempts: "The service could not analyse it; upload it again.",
  crashes: "The service stopped twice while it analysed this file alone, so it does not try again.",
};

const Payload = Type.Object({ asset_id: Type.String() });
type Payload = Static<typeof Payload>;

/** Looks at an uploaded file. Films have places of their own, so that pictures do not wait for them. */
export const ANALYSIS_JOBS: Readonly<Record<MediaKind, JobType<Payload>>> = {
  image: { name: "analyse picture", lane: "picture", payload: Payload },
  video: { name: "analyse film", lane: "film", payload: Payload },
};

export interface AnalysisJobParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: UploadFolder;
  readonly examine: Examine;
  /** In the transaction that ends an asset: whoever waits for it may go on. */
  readonly onEnded: (tx: Writing, assetId: string) => void;
  /** For metrics: how it ended, and how long the work took. */
  onMeasured(kind: MediaKind, outcome: AssetEnd["status"], durationMs: number): void;
}

export function analysisJob(kind: MediaKind, parts: AnalysisJobParts): JobKind<Payload> {
  const { db, clock, folder } = parts;

  const end = (tx: Writing, asset: Asset, examination: Examination): void => {
    // What is blocked is not to be kept, whatever is kept otherwise.
    const isKept = asset.originalRetained && examination.status !== "blocked";
    const ended = endAsset(tx, asset.id, { ...endOf(examination), processedAt: clock.now(), originalRetained: isKept });
    if (!ended) return;
    parts.onEnded(tx, asset.id);
    if (isKept) return;
    tx.onCommit(() => {
      // What cannot be removed now, the next start sweeps away.
      folder.removeOriginal(asset.id).catch((error: unknown) => {
        parts.log.error({ asset: asset.id, reason: messageOf(error) }, "an original could not be removed");
      });
    });
  };

  return {
    ...ANALYSIS_JOBS[kind],
    attemptsMax: ATTEMPTS_MAX,
    crashesMax: CRASHES_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async (payload, { signal }: JobContext): Promise<JobOutcome> => {
      const asset = findAsset(db, payload.asset_id);
      if (asset === null || (asset.status !== "pending" && asset.status !== "processing")) return { kind: "done" };
      db.transaction((tx) => beginProcessing(tx, asset.id));
      const startedAt = clock.now();
      const path = folder.originalPath(asset.id);
      const examination = (await isWhole(path, asset.byteSize))
        ? await parts.examine(asset, path, signal)
        : ({ status: "failed", error: "The uploaded file was lost." } as const);
      signal.throwIfAborted();
      parts.onMeasured(kind, examination.status, clock.now() - startedAt);
      return { kind: "done", record: (tx) => end(tx, asset, examination) };
    },
    onExhausted: (tx, payload, reason, cause) => {
      const asset = findAsset(tx, payload.asset_id);
      if (asset === null) return;
      parts.log.error({ asset: asset.id, reason, cause }, "an asset could not be analysed");
      end(tx, asset, { status: "failed", error: FAILURES[cause] });
    },
  };
}

function endOf(examination: Examination): Pick<AssetEnd, "status" | "analysis" | "error"> {
  const { status } = examination;
  if (status === "processed") return { status, analysis: JSON.stringify(examination.analysis), error: null };
  if (status === "blocked") return { status, analysis: null, error: REFUSALS.asset_blocked.detail };
  return { status, analysis: null, error: examination.error };
}

/** After a power cut a file may be shorter than it was. */
async function isWhole(path: string, byteSize: number): Promise<boolean> {
  return await stat(path).then(
    ({ size }) => size === byteSize,
    () => false,
  );
}
