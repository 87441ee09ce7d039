import type { AuditEvent } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import { analysisKey, enqueueAnalysis, hasKnownWork } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import { findAsset, reopenAsset } from "./store.ts";

export interface AnalyseAgainDeps {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly audit: AuditTrail;
}

/**
 * Why an asset is not analysed again. `file_gone`: its original was removed after the analysis. `under_way`: it is being analysed.
 * `has_result`: it was analysed or blocked, and would be again.
 */
export type NotAnalysedAgain = "file_gone" | "under_way" | "has_result";

/**
 * Analyses an asset again that failed or whose analysis has expired, if its original is kept. Makes the analysis of a waiting one
 * due now. Returns why it does not, or null.
 */
export async function analyseAgain(
  { db, queue, audit }: AnalyseAgainDeps,
  by: Pick<AuditEvent, "actor" | "requestId">,
  asset: Asset,
): Promise<NotAnalysedAgain | null> {
  return await db.write(function* (tx) {
    const present = yield* findAsset(tx, asset.id);
    const now = present === null ? asset : { ...present, status: statusOf(present, asset) };
    const reason = reasonAgainst(now);
    if (reason !== null) return reason;
    if (now.status === "pending") {
      if (!(yield* queue.hasten(tx, analysisKey(now.id)))) return "under_way";
    } else {
      if (!hasKnownWork(now)) return "file_gone";
      yield* reopenAsset(tx, now.id);
      yield* enqueueAnalysis(tx, queue, now);
    }
    yield* audit.recordIn(tx, { ...by, action: "asset.analysed_again", objects: { asset: now.id } });
    return null;
  });
}

/** Returns why an asset cannot be analysed again, or null. */
export function reasonAgainst(asset: Pick<Asset, "status" | "originalRetained">): NotAnalysedAgain | null {
  switch (asset.status) {
    case "pending":
      return null;
    case "processing":
      return "under_way";
    case "processed":
    case "blocked":
      return "has_result";
    case "failed":
    case "expired":
      return asset.originalRetained ? null : "file_gone";
  }
}

/** An analysis can be too old before the duty has written that it has expired. */
function statusOf(present: Asset, read: Asset): Asset["status"] {
  return present.status === "processed" && read.status === "expired" ? "expired" : present.status;
}
