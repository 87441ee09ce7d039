import type { Brief, Hit, Ranking, Likeness } from "../../schema/brief.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import { bandOf, fallingHits, metShare, type Topics, topicsOf } from "./match-band.ts";
import { type ConstraintJudge, constraintJudge } from "./constraint-judge.ts";
import { runSteps, type Steps } from "../lib/steps.ts";
import { type Plan, planScan } from "./plan.ts";
import { bandBySound, rankBySound } from "./rank-by-sound.ts";
import { type Grounds, groundsOf } from "./grounds.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { hitReasons } from "./describe-reason.ts";
import { describeUnserved } from "./describe-unserved.ts";
import { reasonsFor } from "./reasons.ts";
import { type NameInCatalog, type ResolvedBrief, resolveMentions } from "./resolve-mentions.ts";
import type { Ask, ConstraintCheck, Prepared, Ranked } from "./rule.ts";
import { RULES } from "./rules.ts";
import { scan } from "./scan.ts";
import { resolveCorrections } from "./resolve-corrections.ts";
import { foundParts, type ScorePart, scoreParts } from "./score-parts.ts";
import { type SoughtSound, soughtSound } from "./sound/sought-sound.ts";
import { wishesRuledOut } from "./ruled-out-wishes.ts";
import { type JudgedSong, type Trace, traceOf } from "./trace.ts";
import {
  constraintsUnknownForAll,
  explainAllCut,
  explainAllSoundsCut,
  explainGuesses,
  explainNothingSought,
  explainUnheard,
  nearestExcluded,
} from "./unserved.ts";

/** Songs beyond the limit that arrangements can move up. */
const SPARE = 200;

/** A brief without a wish of at least this weight consists of constraints only. */
const REAL_WISH = 0.5;

export interface RankOptions {
  readonly limit: number;
  /** Whether to return traces; false by default. */
  readonly traces?: boolean;
  /** Likenesses from an embedding model; null turns off the rule that uses them. */
  readonly likeness?: Likeness | null;
}

export interface TracedRanking extends Ranking {
  /** One for each hit, in the same order; empty unless requested. */
  readonly traces: readonly Trace[];
}

/**
 * Ranks the catalog by a brief: by constraints first, then by wishes, then by song id. The same catalog and brief give
 * the same list.
 */
export function rank(index: RankingIndex, parsed: Brief, options: RankOptions): TracedRanking {
  return runSteps(ranking(index, parsed, options));
}

/**
 * `rank` in steps of a few milliseconds. A scan is one step, because searches share its accumulators, and so is every
 * pass over the catalog: the plan bounds their cost, the brief does not.
 */
export function* ranking(index: RankingIndex, parsed: Brief, options: RankOptions): Steps<TracedRanking> {
  const brief = resolveCorrections(index, parsed);
  yield;
  const { brief: resolved, references, unserved: unnamed } = resolveMentions(index, brief);
  const prepared: Prepared[] = [];
  for (const rule of RULES) {
    yield;
    prepared.push(rule.prepare(index, resolved, options.likeness ?? null));
  }
  yield;
  const checks = prepared.flatMap((one) => one.checks ?? []);
  const hasWishes =
    resolved.wanted.some((wish) => wish.weight >= REAL_WISH) || references.some(({ role }) => role !== "not");
  const liked = likedByWeights(resolved);
  const sought = soughtSound(
    index,
    brief.heard ?? [],
    brief.soundWeights,
    liked.flatMap(({ places }) => places),
  );
  const plan = planScan(
    prepared.flatMap((one) => one.asks ?? []),
    index,
    checks.length > 0 && !hasWishes && sought === null,
  );
  const unserved: readonly UnservedFacts[] = [
    ...unnamed,
    ...prepared.flatMap((one) => one.unserved ?? []),
    ...explainUnheard(index, brief.heard ?? [], liked),
  ];
  if (index.songCount === 0 || (sought === null && !plan.isOpen && plan.asks.every((planned) => planned.sign < 0))) {
    const why = explainNothingSought(index, resolved, unserved);
    return { brief: resolved, hits: [], traces: [], references, ...inBothForms([...unserved, ...why]) };
  }

  const bars = prepared.flatMap((one) => one.bars ?? []);
  const judges = constraintJudge(
    index,
    checks,
    bars,
    prepared.flatMap((one) => one.prefers ?? []),
  );
  yield;
  const scanned = scan(index, plan, judges, options.limit + SPARE);
  yield;
  const found =
    sought === null
      ? scanned.songs
      : yield* rankBySound(index, { sought, plan, judges, scanned: scanned.songs }, options.limit + SPARE);
  yield;
  const ordered = prepared.reduce((songs, one) => one.arrange?.(songs, plan) ?? songs, found);
  const shown = ordered.slice(0, options.limit);
  const topics = topicsOf(plan, resolved);
  const grounds = groundsOf(resolved);
  const parts = foundParts(
    index,
    shown.map(({ place }) => place),
    plan,
  );
  const scored: Hit[] = [];
  for (const [at, song] of shown.entries()) {
    yield;
    scored.push(toHit(index, song, parts[at] ?? [], { plan, topics, grounds, judges, checks, sought }));
  }
  const hits = fallingHits(scored);
  const ruleOf = options.traces === true ? rulesByPart(prepared) : null;
  const traces = ruleOf === null ? [] : shown.map((song) => toTrace(index, song, plan, judges, checks, ruleOf));
  const reasons =
    hits.length > 0
      ? [
          ...(plan.isOpen || plan.asks.length === 0 ? [] : yield* wishesRuledOut(index, resolved, checks)),
          ...constraintsUnknownForAll(hits, checks),
          ...explainGuesses(resolved),
        ]
      : sought !== null
        ? explainAllSoundsCut(checks)
        : [
            ...explainAllCut(index, plan, checks, { cut: scanned.cut, known: unserved }),
            ...nearestExcluded(index, plan, { checks, bars }),
          ];
  return { brief: resolved, hits, traces, references, ...inBothForms([...unserved, ...reasons]) };
}

function inBothForms(unservedFacts: readonly UnservedFacts[]): Pick<Ranking, "unserved" | "unservedFacts"> {
  return { unserved: unservedFacts.map(describeUnserved), unservedFacts };
}

/** Liked songs of the request count by their sound if it says how much the facets of a sound count. */
function likedByWeights({ found, soundWeights }: ResolvedBrief): readonly NameInCatalog[] {
  if (soundWeights === undefined) return [];
  return found.filter(({ role, isGiven }) => role === "like" && isGiven === true);
}

interface HitContext {
  readonly plan: Plan;
  readonly topics: Topics;
  readonly grounds: Grounds;
  readonly judges: ConstraintJudge;
  readonly checks: readonly ConstraintCheck[];
  /** Null if the brief has no sound that can be compared. */
  readonly sought: SoughtSound | null;
}

function toHit(
  index: RankingIndex,
  song: Ranked,
  parts: readonly ScorePart[],
  { plan, topics, grounds, judges, checks, sought }: HitContext,
): Hit {
  const verdicts = judges.verdicts(song.place);
  const met = checks.filter((_, at) => verdicts[at] === "met");
  const constraintsOnly = plan.isOpen;
  const score = constraintsOnly ? met.length / checks.length : Math.max(0, Math.min(1, song.score / plan.best));
  const moveReasons = (song.moves ?? []).flatMap(({ reason }) => reason ?? []);
  const file = judges.bestFile(song.place);
  const judged = judges.judged(song.place);
  const facts = met.flatMap((check) => check.reason(song.place, judged) ?? []);
  const isDoubtful = verdicts.includes("unknown");
  const share = constraintsOnly ? score : metShare(topics, parts);
  return {
    songId: index.songId(song.place),
    score: Math.round(score * 10_000) / 10_000,
    band:
      sought === null
        ? bandOf(share, isDoubtful, topics.best)
        : bandBySound(sought.matchOf(song.place), share, topics, isDoubtful),
    ...hitReasons([
      ...(sought?.reasonsOf(song.place) ?? []),
      ...reasonsFor(index, song.place, parts, grounds),
      ...facts,
      ...moveReasons,
    ]),
    verdicts: checks.map((check, at) => ({ constraint: check.constraint, verdict: verdicts[at] ?? "unknown" })),
    audioFileId: file === null ? null : index.fileId(file),
  };
}

function toTrace(
  index: RankingIndex,
  song: Ranked,
  plan: Plan,
  judges: ConstraintJudge,
  checks: readonly ConstraintCheck[],
  ruleOf: JudgedSong["ruleOf"],
): Trace {
  const parts = scoreParts(index, song.place, plan, "all");
  const judged = { checks, verdicts: judges.verdicts(song.place), moves: song.moves ?? [], ruleOf };
  return traceOf(index, parts, judged, { whole: plan.best, constraintsOnly: plan.isOpen });
}

function rulesByPart(prepared: readonly Prepared[]): JudgedSong["ruleOf"] {
  return new Map(
    prepared.flatMap(({ asks = [], checks = [] }, at) =>
      [...asks, ...checks].map((one): [Ask | ConstraintCheck, string] => [one, RULES[at]?.name ?? ""]),
    ),
  );
}
