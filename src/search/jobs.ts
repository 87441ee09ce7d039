import { type Static, Type } from "@sinclair/typebox";
import type { HeardSound } from "../../schema/heard-sound.ts";
import type { SearchFailure } from "../../schema/errors.ts";
import { Analysis } from "../../schema/wire/analysis.ts";
import type { Vocabulary } from "../brief/vocabulary.ts";
import type { Asset } from "../assets/asset.ts";
import type { AssetReader } from "../assets/store.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { MeasureLikeness } from "../embedding/song-likeness.ts";
import type { JobKind, JobOutcome, JobType } from "../jobs/job-kind.ts";
import { DAY_MS, SECOND_MS } from "../lib/clock.ts";
import { collectEvery } from "../lib/collect-garbage.ts";
import { parseChecked } from "../lib/parse-json.ts";
import type { Slices } from "../lib/slices.ts";
import { answerSteps } from "./answer.ts";
import { allAssetIdsOf, type Execution, turnsOf } from "./execution.ts";
import { type Ending, type EndingDeps, recordEnding } from "./record-ending.ts";
import { findExecution } from "./store.ts";
import { type TurnSources, understandTurns } from "./understand-turns.ts";

const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = SECOND_MS;
/**
 * The end of an analysis wakes the searches that wait for it. They also poll, with intervals that grow with their wait,
 * because thousands of them can wait for one film. An analysis that waits for many others is no failure, so they wait for hours: each
 * asset ends by its own limits. The last one is for an asset that never does.
 */
const ASSET_POLL_MS = { least: SECOND_MS, most: 30 * SECOND_MS, shareOfWait: 0.1 } as const;
const ASSET_WAIT_MAX_MS = DAY_MS;

/** How assets fail a search, the first one first. An asset without a status was deleted. */
const ASSET_FAILURES = [
  [undefined, "asset_unavailable"],
  ["failed", "asset_failed"],
  ["blocked", "asset_blocked"],
  ["expired", "asset_expired"],
] as const;

/** Searches between garbage collections. Each leaves up to half a megabyte of garbage. */
const SEARCHES_PER_COLLECTION = 32;

const Payload = Type.Object({ execution_id: Type.String() });

/** The job that runs one execution. */
export const SEARCH_JOB: JobType<Static<typeof Payload>> = { name: "search", lane: "search", payload: Payload };

export interface SearchJobDeps extends EndingDeps {
  readonly db: ServiceDb;
  readonly assets: AssetReader;
  readonly catalog: LiveCatalog;
  readonly resultLimit: number;
  readonly vocabulary: Vocabulary;
  /** Null if no embedding model is configured. */
  readonly likenessTo: MeasureLikeness | null;
  /** Runs the reading of briefs and the ranking of songs. */
  readonly slices: Slices;
}

export function searchJob(deps: SearchJobDeps): JobKind<Static<typeof Payload>> {
  const collect = collectEvery(SEARCHES_PER_COLLECTION);
  const settings = { limit: deps.resultLimit };
  const end = (execution: Execution, ending: Ending, jobId: number): JobOutcome => ({
    kind: "done",
    record: (tx) => recordEnding(tx, deps, execution, ending, jobId),
  });
  const fail = function* (tx: Writing, payload: (typeof SEARCH_JOB)["payload"]["static"]): Work<void> {
    const execution = yield* findExecution(tx, payload.execution_id);
    if (execution !== null) yield* recordEnding(tx, deps, execution, { status: "failed", code: "internal_error" });
  };
  return {
    ...SEARCH_JOB,
    attemptsMax: ATTEMPTS_MAX,
    retryDelayMs: () => RETRY_DELAY_MS,
    run: async (payload, { jobId, signal, now }) => {
      const execution = await deps.db.read(findExecution(deps.db, payload.execution_id));
      if (execution === null || execution.status !== "processing") return { kind: "done" };
      const assets = await deps.db.read(deps.assets.findAll(execution.keyId, allAssetIdsOf(execution)));
      const judged = judgeAssets(deps, execution, assets);
      if (judged === "waiting") return { kind: "snooze", afterMs: pollMs(now - execution.createdAt) };
      if (judged !== "ready") return end(execution, { status: "failed", ...judged }, jobId);
      collect();
      const turns = await deps.db.read(turnSourcesOf(deps, execution, assets));
      const brief = await deps.slices.run(understandTurns(turns, deps.vocabulary), signal);
      const likenessOf = (await deps.likenessTo?.(brief)) ?? null;
      const live = deps.catalog.current();
      const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
      const likeness = live === null ? null : (likenessOf?.(live.db) ?? null);
      const answer = await deps.slices.run(
        answerSteps(brief, searched, { ...settings, likeness, texts: turns, now }),
        signal,
      );
      return end(execution, { status: "completed", answer }, jobId);
    },
    onExhausted: fail,
    onCancelled: fail,
  };
}

function pollMs(waitedMs: number): number {
  const { least, most, shareOfWait } = ASSET_POLL_MS;
  return Math.round(Math.min(most, Math.max(least, waitedMs * shareOfWait)));
}

interface AssetFailure {
  readonly code: SearchFailure;
  /** The assets at fault. */
  readonly assetIds: readonly string[];
}

/** Decides by its assets whether an execution can run now, must wait, or fails. */
function judgeAssets(
  deps: SearchJobDeps,
  execution: Execution,
  assets: readonly Asset[],
): "ready" | "waiting" | AssetFailure {
  const ids = allAssetIdsOf(execution);
  const statusOf = new Map(assets.map(({ id, status }) => [id, status]));
  for (const [status, code] of ASSET_FAILURES) {
    const assetIds = ids.filter((id) => statusOf.get(id) === status);
    if (assetIds.length > 0) return { code, assetIds };
  }
  const unfinished = ids.filter((id) => statusOf.get(id) !== "processed");
  if (unfinished.length === 0) return "ready";
  const isLate = deps.clock.now() - execution.createdAt >= ASSET_WAIT_MAX_MS;
  return isLate ? { code: "internal_error", assetIds: unfinished } : "waiting";
}

/** Returns what each turn of an execution says, with the analyses of its assets and the titles of its songs. */
function* turnSourcesOf(
  deps: SearchJobDeps,
  execution: Execution,
  assets: readonly Asset[],
): Work<readonly TurnSources[]> {
  const turns = turnsOf(execution);
  const songs = deps.catalog.current()?.db.songsByIds(turns.flatMap(({ likes, dislikes }) => [...likes, ...dislikes]));
  const titled = (ids: readonly string[]): TurnSources["likes"] =>
    ids.map((id) => ({ id, title: songs?.get(id)?.title ?? id }));
  const heard = yield* heardOf(deps.assets, assets, turns);
  const weights = turns.findLast(({ sound }) => sound?.weights !== undefined)?.sound?.weights;
  return turns.map(({ query, context, asset_ids: assetIds, likes, dislikes, wishes }, at) => ({
    query,
    context,
    sights: sightsOf(assets, assetIds),
    // Those of the whole conversation, because the latest request chooses among them.
    heard: at === turns.length - 1 ? heard : [],
    ...(weights === undefined ? {} : { soundWeights: weights }),
    likes: titled(likes),
    dislikes: titled(dislikes),
    overrides: wishes,
  }));
}

/** Returns the sounds of a conversation. The latest choice of an excerpt or a temp track counts. */
function heardOf(
  reader: AssetReader,
  assets: readonly Asset[],
  turns: ReturnType<typeof turnsOf>,
): Work<readonly HeardSound[]> {
  const sound = turns.findLast((turn) => turn.sound?.excerpt || turn.sound?.temp_track === true)?.sound;
  return reader.heardIn(assets, { excerpt: sound?.excerpt ?? null, tempTrack: sound?.temp_track ?? false });
}

/** Returns the analyses of pictures and films, pictures first. */
function sightsOf(assets: readonly Asset[], ids: readonly string[]): readonly Analysis[] {
  // An analysis that this version cannot read is ignored: the search must not fail because of it.
  const sights = assets
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ analysis }) => (analysis === null ? [] : (parseChecked(Analysis, analysis) ?? [])));
  return sights.toSorted((one, other) => one.kind.localeCompare(other.kind));
}
