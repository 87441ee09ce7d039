import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { collectEvery } from "../../../src/lib/collect-garbage.ts";
import { readIndex } from "../../../src/catalog/load-index.ts";
import { BLOCK_SIZE } from "../../../src/ranking/packed-format.ts";
import { NO_SCREEN } from "../../../src/ranking/kernel/screen.ts";
import type { Plan } from "../../../src/ranking/plan.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../../src/ranking/ranking-index.ts";
import { WARM_UP_TEXTS } from "../../../src/search/warm-up.ts";
import { briefKinds, LONG_KIND } from "./briefs.ts";
import { readLexicon } from "./catalog.ts";
import { median, type Percentiles, percentiles } from "../../lib/percentiles.ts";
import { cpuMs, rssMb } from "./own-usage.ts";

const LIMIT = 25;
const RUNS = 5;
const WARM_UP = 24;
/** Searches that percentiles of every run need at least. */
const UNTIL_MIN = 100;
/** The same as in the server (src/search/jobs.ts). */
const SEARCHES_PER_COLLECTION = 32;
const PLAN_RUNS = 9;
const TERMS = [5, 10, 20, 40, 80] as const;
/** Terms per wish in the plans that measure the cost of a posting. */
const TERMS_PER_ASK = [1, 4] as const;

export interface KindFigures {
  readonly kind: string;
  /** Milliseconds. Each brief counts with the median of its runs. */
  readonly wall: Percentiles;
  /** Median over all briefs. */
  readonly parseMs: number;
  readonly cpuMs: number;
}

export interface PostingFigures {
  readonly terms: number;
  readonly termsPerAsk: number;
  readonly postings: number;
  readonly nanoseconds: number;
}

export interface SearchFigures {
  readonly scanner: string;
  readonly openMs: number;
  readonly openRssMb: number;
  readonly searchedRssMb: number;
  readonly firstMs: number;
  readonly kinds: readonly KindFigures[];
  readonly postings: readonly PostingFigures[];
}

/** Opens an index file like the server and searches it with every kind of brief. Call it in a separate process. */
export async function measureSearch(path: string, how: "kernel" | "plain", briefs: number): Promise<SearchFigures> {
  const kinds = briefKinds(await readLexicon(), briefs);
  const began = performance.now();
  const index = how === "kernel" ? await readIndex(path) : openIndex(await Bun.file(path).bytes());
  const openMs = performance.now() - began;
  const openRssMb = rssMb();
  const forty = kinds.find(({ name }) => name === "40 terms")?.briefs ?? [];
  const firstMs = searchMs(index, forty[0] ?? "").wall;
  const measured = kinds.map(({ name, briefs: texts }) => measureKind(index, name, texts));
  return {
    scanner: index.scanner.kind,
    openMs,
    openRssMb,
    searchedRssMb: rssMb(),
    firstMs,
    kinds: measured,
    postings: TERMS_PER_ASK.flatMap((perAsk) => TERMS.map((terms) => measurePostings(index, terms, perAsk))),
  };
}

/** What the first search of a long text costs in a process that has warmed up like a server. */
export interface StartFigures {
  readonly warmUpMs: number;
  readonly firstMs: number;
  /** Of the first search. */
  readonly cpuMs: number;
}

/** Opens an index, warms up, and searches one long text. Call it in a separate process for each text. */
export async function measureStart(path: string, briefs: number, number: number): Promise<StartFigures> {
  const index = await readIndex(path);
  const kind = briefKinds(await readLexicon(), briefs).find(({ name }) => name === LONG_KIND);
  const began = performance.now();
  for (const texts of WARM_UP_TEXTS) rank(index, parseBrief(texts), { limit: 1 });
  const warmUpMs = performance.now() - began;
  const { wall, cpu } = searchMs(index, kind?.briefs[number % briefs] ?? "");
  return { warmUpMs, firstMs: wall, cpuMs: cpu };
}

/**
 * Searches with 40-term briefs until `isOver`, which gets the milliseconds since the first of them, but at least
 * `UNTIL_MIN` times: on a busy machine, a process can take longer to start than the measurement lasts. Every run counts
 * in the percentiles.
 */
export async function measureUntil(
  path: string,
  briefs: number,
  isOver: (passedMs: number) => boolean,
): Promise<Percentiles> {
  const index = await readIndex(path);
  const texts = briefKinds(await readLexicon(), briefs).find(({ name }) => name === "40 terms")?.briefs ?? [];
  for (const text of texts.slice(0, WARM_UP)) searchMs(index, text);
  const times: number[] = [];
  const began = performance.now();
  for (let at = 0; at < UNTIL_MIN || !isOver(performance.now() - began); at++) {
    times.push(searchMs(index, texts[at % texts.length] ?? "").wall);
    // Lets the event loop notice the end of the other process.
    await Bun.sleep(0);
  }
  return percentiles(times);
}

function measureKind(index: RankingIndex, kind: string, texts: readonly string[]): KindFigures {
  const collect = collectEvery(SEARCHES_PER_COLLECTION);
  for (const text of texts.slice(0, WARM_UP)) searchMs(index, text);
  const runs = texts.map((text) =>
    Array.from({ length: RUNS }, () => {
      collect();
      return searchMs(index, text);
    }),
  );
  return {
    kind,
    wall: percentiles(runs.map((times) => median(times.map(({ wall }) => wall)))),
    parseMs: median(runs.map((times) => median(times.map(({ parse }) => parse)))),
    cpuMs: median(runs.map((times) => median(times.map(({ cpu }) => cpu)))),
  };
}

function searchMs(index: RankingIndex, text: string): { wall: number; parse: number; cpu: number } {
  const cpu = cpuMs();
  const began = performance.now();
  const brief = parseBrief({ query: text, context: null });
  const parsed = performance.now();
  rank(index, brief, { limit: LIMIT });
  return { wall: performance.now() - began, parse: parsed - began, cpu: cpuMs() - cpu };
}

/** Measures adding up the postings of the most common terms, without parsing and rules. Takes the fastest of several runs. */
function measurePostings(index: RankingIndex, terms: number, termsPerAsk: number): PostingFigures {
  const { termFrequency } = index.sections;
  const commonest = Array.from(termFrequency.keys())
    .toSorted((a, b) => (termFrequency[b] ?? 0) - (termFrequency[a] ?? 0))
    .slice(0, terms);
  const sought = { name: "", said: "", isNamed: true };
  const asks = Array.from({ length: terms / termsPerAsk }, (_, ask) => ({
    ask: { weight: 1, share: 1, sought, terms: [] },
    sign: 1 as const,
    full: 1,
    terms: commonest.slice(ask * termsPerAsk, (ask + 1) * termsPerAsk).map((term, at) => ({
      term: { term, part: 1, shows: "tag" as const, name: "" },
      units: 100 + at * 50,
    })),
  }));
  const plan: Plan = { asks, isOpen: false, best: 1, weight: 1 };
  const postings = asks.flatMap((ask) => ask.terms).reduce((sum, { term }) => sum + index.frequency(term.term), 0);
  const least = Math.min(...Array.from({ length: PLAN_RUNS }, () => addAllMs(index, plan)));
  return { terms, termsPerAsk, postings, nanoseconds: (least * 1e6) / postings };
}

function addAllMs({ scanner, songCount }: RankingIndex, plan: Plan): number {
  const began = performance.now();
  scanner.begin(plan, NO_SCREEN);
  for (let block = 0; block * BLOCK_SIZE < songCount; block++) scanner.add(block);
  const took = performance.now() - began;
  scanner.clear();
  return took;
}
