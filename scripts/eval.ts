/**
 * `npm run eval -- [FOLDER] [--only Needledrop]`: how well briefs are understood, compared with other engines, on real
 * catalogs that are not part of the project, because their licences do not allow it. The default folder is ../shared/data.
 * Without evaluation data, this says so and exits with status 0.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EvaluationData } from "./eval/data.ts";
import type { Engine } from "./eval/engine.ts";
import { fts5 } from "./eval/engines/fts5.ts";
import { miniSearch } from "./eval/engines/minisearch.ts";
import { needledrop } from "./eval/engines/needledrop.ts";
import { orama } from "./eval/engines/orama.ts";
import { type BriefScores, type CaptionScores, scoreBriefs, scoreCaptions, scoreDropouts } from "./eval/measures.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const folder = positionals[0] ?? join(import.meta.dir, "../../shared/data");

if (existsSync(join(folder, "briefs.jsonl"))) await evaluate(new EvaluationData(folder), values.only ?? null);
else console.log(`Skipped: there is no evaluation data in ${folder}.`);

async function evaluate(data: EvaluationData, only: string | null): Promise<void> {
  const engines = [needledrop, fts5, miniSearch, orama].filter(({ name }) => only === null || name === only);
  const results: Result[] = [];
  for (const engine of engines) results.push(await measure(engine, data));
  const rows: readonly [string, (result: Result) => number][] = [
    ["briefs nDCG@10", ({ briefs }) => briefs.get("all")?.ndcg ?? 0],
    ["briefs violations@10", ({ briefs }) => briefs.get("all")?.violations ?? 0],
    ["scenes nDCG@10", ({ scenes }) => scenes.get("all")?.ndcg ?? 0],
    ["scenes violations@10", ({ scenes }) => scenes.get("all")?.violations ?? 0],
    ["Song Describer R@1", ({ describer }) => describer.r1],
    ["Song Describer R@10", ({ describer }) => describer.r10],
    ["Song Describer R@100", ({ describer }) => describer.r100],
    ["Song Describer MRR", ({ describer }) => describer.mrr],
    ["MusicCaps-c R@1", ({ clips }) => clips.r1],
    ["MusicCaps-c R@10", ({ clips }) => clips.r10],
    ["MusicCaps-c R@100", ({ clips }) => clips.r100],
    ["MusicCaps-c MRR", ({ clips }) => clips.mrr],
    ["dropout MAP", ({ dropout }) => dropout],
  ];
  console.table(rows.map(([name, of]) => ({ measure: name, ...byEngine(results, of) })));
  printKinds("briefs", results, ({ briefs }) => briefs);
  printKinds("scenes", results, ({ scenes }) => scenes);
}

function printKinds(
  name: string,
  results: readonly Result[],
  of: (result: Result) => ReadonlyMap<string, BriefScores>,
): void {
  const [first] = results.map(of);
  const kinds = [...(first?.keys() ?? [])].slice(1);
  console.log(`${name}: nDCG@10 by kind`);
  console.table(
    kinds.map((kind) => ({
      kind,
      briefs: first?.get(kind)?.briefs ?? 0,
      ...byEngine(results, (result) => of(result).get(kind)?.ndcg ?? 0),
      violations: rounded(first?.get(kind)?.violations ?? 0),
    })),
  );
}

interface Result {
  readonly engine: string;
  readonly briefs: ReadonlyMap<string, BriefScores>;
  readonly scenes: ReadonlyMap<string, BriefScores>;
  readonly describer: CaptionScores;
  readonly clips: CaptionScores;
  readonly dropout: number;
}

/** Measures an engine on one catalog after the other, so that only one index is in memory. */
async function measure(engine: Engine, data: EvaluationData): Promise<Result> {
  const catalog = data.songs("jamendo");
  const tags = data.rawTags(catalog);
  const { briefs, scenes } = await using(engine, catalog, async (searcher) => ({
    briefs: await scoreBriefs(searcher, data.briefs(), tags),
    scenes: await scoreBriefs(searcher, data.scenes(), tags),
  }));
  const captions = (name: string): Promise<CaptionScores> =>
    using(engine, data.songs(name), (searcher) => scoreCaptions(searcher, data.captions(name)));
  const describer = await captions("songdescriber");
  const clips = await captions("musiccaps-c");
  const hidden = data.songs("jamendo-dropout-artist");
  const dropout = await using(engine, hidden, (searcher) => scoreDropouts(searcher, data.dropouts()));
  return { engine: engine.name, briefs, scenes, describer, clips, dropout };
}

async function using<Value>(
  engine: Engine,
  songs: Parameters<Engine["index"]>[0],
  task: (searcher: Awaited<ReturnType<Engine["index"]>>) => Promise<Value>,
): Promise<Value> {
  const searcher = await engine.index(songs);
  try {
    return await task(searcher);
  } finally {
    searcher.close?.();
  }
}

function byEngine(results: readonly Result[], of: (result: Result) => number): Record<string, number> {
  return Object.fromEntries(results.map((result) => [result.engine, rounded(of(result))]));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
