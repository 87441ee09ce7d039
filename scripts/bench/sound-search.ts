/**
 * The cost of a whole search by sound: `bun scripts/bench/sound-search.ts [SONGS]`, by default a million. From a heard sound to 25
 * songs with their reasons: its signature, the comparison with all songs, the text and its constraints, both together, and the
 * reasons. With liked songs whose sound is weighed, and of `similar`. Each row is divided by the comparison alone, which is measured
 * in turn with it: compare these ratios; the milliseconds depend on the machine and its load. Processor time.
 *
 * The catalog is that of scripts/bench/ranking.ts, with invented sounds. Building its index takes minutes and a few gigabytes.
 */
import type { Brief } from "../../schema/brief.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { adviseHugePages } from "../../src/native/huge-pages.ts";
import { IndexBuilder } from "../../src/ranking/index-builder.ts";
import { indexMemory } from "../../src/ranking/kernel/index-memory.ts";
import { rank } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { similar } from "../../src/ranking/similar.ts";
import { PLAIN_WEIGHTS } from "../../src/ranking/sound/compare.ts";
import { soundIndex } from "../../src/ranking/sound/sound-index.ts";
import { heardSound } from "../../test/support/heard-sounds.ts";
import { descriptorOf, type Kinds } from "../../test/support/sound-descriptors.ts";
import { median, percentiles } from "../lib/percentiles.ts";
import { randomFrom } from "../lib/random.ts";
import { readLexicon, syntheticSongs } from "./ranking/catalog.ts";

const LIMIT = 25;
/** Songs that the comparison alone keeps, as a search does. */
const KEPT = 225;
/** Sounds of the same kinds are alike; every song differs from the others of its kinds by up to this much in each number. */
const DISTINCT_SOUNDS = 2_000;
const KINDS_A_FACET = 400;
const JITTER = 24;
const QUERIES = 12;
const RUNS = 3;

const TEXTS: Readonly<Record<string, string | null>> = {
  "sound alone": null,
  "and three words": "calm piano, hopeful",
  "and constraints": "no vocals, 110 to 140 bpm, released after 2008",
  "and text with constraints": "calm piano, hopeful, no vocals, 110 to 140 bpm",
  "and 0.01 % pass": "exactly 15 seconds long",
  "and none passes": "230 bpm",
};

const songs = Number(process.argv[2] ?? 1_000_000);
const random = randomFrom(16);
const kind = (): number => Math.floor(KINDS_A_FACET * random());
const kinds = Array.from({ length: DISTINCT_SOUNDS }, (): Kinds => ({
  feel: kind(),
  harmony: kind(),
  rhythm: kind(),
  instruments: kind(),
}));
const began = performance.now();
const index = await builtIndex();
const sounds = soundIndex(index);
if (sounds === null) throw new Error("The index has no signatures.");
console.log(
  `${songs.toLocaleString("en")} songs, ${index.scanner.kind}, built in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
);
const heard = kinds.slice(0, QUERIES).map((one) => heardSound(one));
const places = heard.map((_, at) => Math.floor(((at + 0.5) * songs) / QUERIES));
for (const [name, query] of Object.entries(TEXTS)) {
  const read = parseBrief({ query, context: null });
  report(name, (at) => ranked({ ...read, heard: [heard[at] as HeardSound] }));
}
for (const weights of [undefined, PLAIN_WEIGHTS])
  report(weights === undefined ? "liked song, tags only" : "liked song, weighed", (at) => {
    const id = index.songId(places[at] ?? 0);
    const mention = {
      role: "like",
      kind: "id",
      readings: [[id]],
      certain: true,
      isOnly: false,
      given: { title: id },
    } as const;
    const read = parseBrief({ query: null, context: null });
    return ranked({ ...read, mentions: [mention], ...(weights === undefined ? {} : { soundWeights: weights }) });
  });
report("similar", (at) => similar(index, index.songId(places[at] ?? 0), { limit: LIMIT }).length);
report("signature of the sound", (at) => sounds.sign(heard[at]?.descriptions ?? []).length);

function ranked(brief: Brief): number {
  return rank(index, brief, { limit: LIMIT }).hits.length;
}

/** Measures each query and the comparison alone in turn. */
function report(name: string, work: (query: number) => number): void {
  const [whole, alone]: [number[], number[]] = [[], []];
  let found = 0;
  for (const at of heard.keys()) {
    const sound = sounds?.sign(heard[at]?.descriptions ?? []) ?? new Float64Array();
    const times = Array.from({ length: RUNS }, () => [
      cpuOf(() => (found += work(at))),
      cpuOf(() => sounds?.nearest(sound, PLAIN_WEIGHTS, KEPT)),
    ]);
    whole.push(median(times.map(([one = 0]) => one)));
    alone.push(median(times.map(([, one = 0]) => one)));
  }
  const { p50, p95 } = percentiles(whole);
  console.log(
    `${name.padEnd(28)}p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  comparison alone ${median(alone).toFixed(1)} ms  ratio ${(p50 / median(alone)).toFixed(2)}  ${(found / QUERIES / RUNS).toFixed(0)} songs`,
  );
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function builtIndex(): Promise<RankingIndex> {
  const descriptors = kinds.map((one, at) => descriptorOf(one, at).toBase64());
  const builder = new IndexBuilder();
  let count = 0;
  for (const song of syntheticSongs(await readLexicon(), songs)) {
    builder.add({ ...song, descriptor: descriptors[count % DISTINCT_SOUNDS] ?? null });
    count++;
  }
  const chunks = builder.finish();
  const memory = indexMemory(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  adviseHugePages(memory.bytes);
  let at = 0;
  for (const chunk of chunks) {
    memory.bytes.set(chunk, at);
    at += chunk.length;
  }
  const built = openIndex(memory);
  const { signatures } = built.sections;
  for (let one = 0; one < signatures.length; one++)
    signatures[one] = Math.max(-127, Math.min(127, (signatures[one] ?? 0) + Math.round(JITTER * (random() - 0.5))));
  return built;
}
