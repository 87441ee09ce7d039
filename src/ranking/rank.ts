import type { Band, Brief, Hit, Ranking } from "../../schema/brief.ts";
import { bandOf, explain } from "./explain.ts";
import { type Jury, jury } from "./jury.ts";
import { type Plan, planScan } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { resolveMentions } from "./resolve-mentions.ts";
import type { Check, Ranked } from "./rule.ts";
import { RULES } from "./rules.ts";
import { scan } from "./scan.ts";
import { settleGuesses } from "./settle-guesses.ts";
import { unservedConstraints } from "./unserved.ts";

/** Diversity needs others to put forward in place of an artist's third song. */
const SPARE = 200;

/** A wish as strong as this makes a brief more than its constraints. */
const REAL_WISH = 0.5;

/** Ranks the catalog by a brief: constraints first, then what was asked for, then ids. Same catalog, same brief, same list. */
export function rank(index: RankingIndex, parsed: Brief, options: { readonly limit: number }): Ranking {
  const brief = settleGuesses(index, parsed);
  const { brief: settled, references, unserved: unnamed } = resolveMentions(index, brief);
  const prepared = RULES.map((rule) => rule.prepare(index, settled));
  const checks = prepared.flatMap((one) => one.checks ?? []);
  const plan = planScan(
    prepared.flatMap((one) => one.asks ?? []),
    index,
  );
  const unserved = [...unnamed, ...prepared.flatMap((one) => one.unserved ?? [])];
  if (!plan.asks.some((planned) => planned.sign > 0)) {
    const wished = settled.wanted.some((wish) => wish.weight >= REAL_WISH) || references.length > 0;
    if (wished || checks.length === 0)
      return { hits: [], brief, references, unserved: [...unserved, "nothing that was asked for is in this catalog"] };
  }

  const judges = jury(
    index,
    checks,
    prepared.flatMap((one) => one.bars ?? []),
  );
  const scanned = scan(index, plan, judges, options.limit + SPARE);
  const ordered = prepared.reduce((songs, one) => one.arrange?.(songs) ?? songs, scanned.songs);
  const hits = inFallingScores(ordered.slice(0, options.limit).map((song) => toHit(index, song, plan, judges, checks)));
  return { hits, brief, references, unserved: [...unserved, ...unservedConstraints(hits, checks, scanned.cut)] };
}

function toHit(index: RankingIndex, song: Ranked, plan: Plan, judges: Jury, checks: readonly Check[]): Hit {
  const verdicts = judges.verdicts(song.place);
  const { reasons, share } = explain(index, song.place, plan);
  const met = checks.filter((_, at) => verdicts[at] === "met");
  const constraintsOnly = plan.asks.every((planned) => planned.sign < 0);
  const score = constraintsOnly ? met.length / checks.length : Math.min(1, song.score / plan.best);
  const facts = met.flatMap((check) => check.reason(song.place) ?? []);
  const file = judges.bestFile(song.place);
  const band: Band = bandOf(constraintsOnly ? score : share, verdicts.includes("unknown"));
  return {
    songId: index.songId(song.place),
    score: Math.round(score * 10_000) / 10_000,
    band,
    reasons: [...reasons, ...facts],
    verdicts: checks.map((check, at) => ({ constraint: check.constraint, verdict: verdicts[at] ?? "unknown" })),
    audioFileId: file === null ? null : index.fileId(file),
  };
}

/** Doubt and diversity come before the score, so a score is shown as at most that of the song above. */
function inFallingScores(hits: readonly Hit[]): Hit[] {
  let ceiling = 1;
  return hits.map((hit) => {
    ceiling = Math.min(ceiling, hit.score);
    return { ...hit, score: ceiling };
  });
}
