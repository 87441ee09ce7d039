import type { Caption, Dropout, JudgedBrief } from "./data.ts";
import type { Searcher } from "./engine.ts";

/** Scores for the judged briefs of one kind, or for all. */
export interface BriefScores {
  readonly briefs: number;
  readonly ndcg: number;
  /** Share of the first ten songs that have a forbidden tag. */
  readonly violations: number;
}

/** Computes nDCG@10 and violations@10 like score.py of the evaluation data: for all briefs, then by category. */
export async function scoreBriefs(
  searcher: Searcher,
  briefs: readonly JudgedBrief[],
  tags: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, BriefScores>> {
  const rows: { category: string; ndcg: number; violations: number }[] = [];
  for (const brief of briefs) {
    const ranked = await searcher.search(brief.query, brief.context ?? null, 10);
    const songs = ranked.map((id) => tags.get(id) ?? new Set<string>());
    const ndcg = dcg(songs.map((song) => gain(brief, song))) / dcg(brief.ideal);
    const violations = songs.filter((song) => brief.must_not.some((tag) => song.has(tag))).length / 10;
    if (process.env["EVAL_DETAIL"] !== undefined)
      console.log(ndcg.toFixed(2), violations.toFixed(1), brief.category, brief.query.slice(0, 90));
    rows.push({ category: brief.category, ndcg, violations });
  }
  const kinds = ["all", ...new Set(rows.map(({ category }) => category))];
  return new Map(
    kinds.map((kind) => {
      const of = rows.filter(({ category }) => kind === "all" || category === kind);
      const ndcg = mean(of.map((row) => row.ndcg));
      return [kind, { briefs: of.length, ndcg, violations: mean(of.map((row) => row.violations)) }];
    }),
  );
}

/** Scores for captions that each describe one song. */
export interface CaptionScores {
  /** Shares of the captions whose song is among the first 1, 10 and 100. */
  readonly r1: number;
  readonly r10: number;
  readonly r100: number;
  /** Mean reciprocal rank; 0 for a song that is not among the first 100. */
  readonly mrr: number;
}

export async function scoreCaptions(searcher: Searcher, captions: readonly Caption[]): Promise<CaptionScores> {
  const positions: number[] = [];
  for (const { query, relevant } of captions) {
    const ranked = await searcher.search(query, null, 100);
    const at = ranked.findIndex((id) => relevant.includes(id));
    positions.push(at < 0 ? Number.POSITIVE_INFINITY : at);
  }
  const within = (limit: number): number => mean(positions.map((position) => (position < limit ? 1 : 0)));
  return { r1: within(1), r10: within(10), r100: within(100), mrr: mean(positions.map((at) => 1 / (at + 1))) };
}

/** Number of results before and after removing the songs that still have the tag. */
const DROPOUT_LIMIT = 2500;
const DROPOUT_DEPTH = 1000;

/** Returns the mean average precision of the songs whose tag was hidden, without the songs that still have it. */
export async function scoreDropouts(searcher: Searcher, dropouts: readonly Dropout[]): Promise<number> {
  const precisions: number[] = [];
  for (const { hidden, visible, queries } of dropouts) {
    for (const query of queries) {
      const ranked = await searcher.search(query, null, DROPOUT_LIMIT);
      const tested = ranked.filter((id) => !visible.has(id)).slice(0, DROPOUT_DEPTH);
      precisions.push(averagePrecision(tested, hidden));
    }
  }
  return mean(precisions);
}

function averagePrecision(ranked: readonly string[], expected: ReadonlySet<string>): number {
  let found = 0;
  let sum = 0;
  ranked.forEach((id, at) => {
    if (expected.has(id)) sum += ++found / (at + 1);
  });
  return sum / expected.size;
}

/** Returns 0 for a forbidden tag or a missing group, otherwise the sum of the tags' gains, at most 6. */
function gain(brief: JudgedBrief, song: ReadonlySet<string>): number {
  if (brief.must_not.some((tag) => song.has(tag))) return 0;
  if (brief.need_any.some((group) => !group.some((tag) => song.has(tag)))) return 0;
  const sum = Object.entries(brief.want).reduce((total, [tag, value]) => total + (song.has(tag) ? value : 0), 0);
  return Math.min(6, sum);
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
