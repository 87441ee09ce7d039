import { type Static, Type } from "@sinclair/typebox";
import type { SearchFailure } from "../../schema/errors.ts";
import type { Vocabulary } from "../brief/vocabulary.ts";
import type { AssetReader } from "../assets/store.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { LikenessTo } from "../embedding/song-likeness.ts";
import type { JobKind, JobOutcome, JobType } from "../jobs/job-kind.ts";
import { HOUR_MS, SECOND_MS } from "../lib/clock.ts";
import { collectEvery } from "../lib/collect-garbage.ts";
import type { Slices } from "../lib/slices.ts";
import { answering, understanding } from "./answer.ts";
import { assetIdsOf, type Execution } from "./execution.ts";
import { type Ending, settle, type Settling } from "./settle.ts";
import { sightsOf } from "./sights.ts";
import { ExecutionReader } from "./store.ts";

const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = SECOND_MS;
/**
 * The end of an analysis wakes the searches that wait for it. They also look by themselves, less often the longer they have
 * waited, because thousands of them may wait for one film; and they wait for an hour at most.
 */
const ASSET_POLL_MS = { least: SECOND_MS, most: 30 * SECOND_MS, shareOfWait: 0.1 } as const;
const ASSET_WAIT_MAX_MS = HOUR_MS;

/** Each search leaves up to half a megabyte of garbage. */
const SEARCHES_PER_COLLECTION = 32;

const Payload = Type.Object({ execution_id: Type.String() });

/** Runs one execution to its end. */
export const SEARCH_JOB: JobType<Static<typeof Payload>> = { name: "search", lane: "search", payload: Payload };

export interface SearchJobParts extends Settling {
  readonly db: ServiceDb;
  readonly assets: AssetReader;
  readonly catalog: LiveCatalog;
  readonly resultLimit: number;
  readonly vocabulary: Vocabulary;
  /** Null: no embedding model is configured. */
  readonly likenessTo: LikenessTo | null;
  /** Where briefs are read and songs are ranked. */
  readonly slices: Slices;
}

export function searchJob(parts: SearchJobParts): JobKind<Static<typeof Payload>> {
  const executions = new ExecutionReader(parts.db);
  const collect = collectEvery(SEARCHES_PER_COLLECTION);
  const settings = { limit: parts.resultLimit };
  const end = (execution: Execution, ending: Ending): JobOutcome => ({
    kind: "done",
    settle: (tx) => settle(tx, parts, execution, ending),
  });
  return {
    ...SEARCH_JOB,
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async (payload, { signal, now }) => {
      const execution = executions.find(payload.execution_id);
      if (execution === null || execution.status !== "processing") return { kind: "done" };
      const assets = judgeAssets(parts, execution);
      if (assets === "waiting") return { kind: "snooze", afterMs: pollMs(now - execution.createdAt) };
      if (assets !== "ready") return end(execution, { status: "failed", code: assets });
      collect();
      const { query, context } = execution;
      const texts = { query, context, sights: sightsOf(parts.assets, execution) };
      const brief = await parts.slices.run(understanding(texts, parts.vocabulary), signal);
      const likenessOf = (await parts.likenessTo?.(brief)) ?? null;
      const live = parts.catalog.current();
      const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
      const likeness = live === null ? null : (likenessOf?.(live.db) ?? null);
      const answer = await parts.slices.run(answering(brief, searched, { ...settings, likeness }), signal);
      return end(execution, { status: "completed", answer });
    },
    onExhausted: (tx, payload) => {
      const execution = executions.find(payload.execution_id);
      if (execution !== null) settle(tx, parts, execution, { status: "failed", code: "internal_error" });
    },
  };
}

function pollMs(waitedMs: number): number {
  const { least, most, shareOfWait } = ASSET_POLL_MS;
  return Math.round(Math.min(most, Math.max(least, waitedMs * shareOfWait)));
}

/** Whether the assets of an execution let it run now, later, or never. */
function judgeAssets(parts: SearchJobParts, execution: Execution): "ready" | "waiting" | SearchFailure {
  const ids = assetIdsOf(execution);
  const assets = parts.assets.findAll(execution.keyId, ids);
  if (assets.length < ids.length) return "asset_unavailable";
  if (assets.some((asset) => asset.status === "failed")) return "asset_failed";
  if (assets.some((asset) => asset.status === "blocked")) return "asset_blocked";
  if (assets.some((asset) => asset.status === "expired")) return "asset_expired";
  if (assets.every((asset) => asset.status === "processed")) return "ready";
  return parts.clock.now() - execution.createdAt < ASSET_WAIT_MAX_MS ? "waiting" : "asset_failed";
}
