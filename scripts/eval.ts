import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { FACETS, type SongDocument } from "../schema/song.ts";
import { parseBrief } from "../src/brief/parse-brief.ts";
import { IndexBuilder } from "../src/ranking/index-builder.ts";
import { rank } from "../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../src/ranking/ranking-index.ts";

/**
 * Measures understanding on real catalogs and briefs, which are not part of the project (their licences do not allow
 * it): `bun run scripts/eval.ts [folder]`, by default ../shared/data. Says so and ends well where they are absent.
 */
const DATA = process.argv[2] ?? join(import.meta.dir, "../../shared/data");

/** SQLite FTS5, porter, OR of the terms, bm25, function words dropped. */
const FTS5 = { briefs: 0.206, violations: 0.2, songdescriber: 0.13, musiccaps: 0.724, dropout: 0.005 } as const;

const Song = Type.Object({
  id: Type.String(),
  title: Type.String(),
  artists: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
  tags: Type.Object({
    genre: Type.Optional(Type.Array(Type.String())),
    mood: Type.Optional(Type.Array(Type.String())),
    instrument: Type.Optional(Type.Array(Type.String())),
    characteristic: Type.Optional(Type.Array(Type.String())),
  }),
});
const Query = Type.Object({ id: Type.String(), query: Type.String(), relevant: Type.Array(Type.String()) });
const JudgedBrief = Type.Object({
  id: Type.String(),
  category: Type.String(),
  query: Type.String(),
  context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  want: Type.Record(Type.String(), Type.Number()),
  must_not: Type.Array(Type.String()),
  need_any: Type.Array(Type.Array(Type.String())),
  ideal: Type.Array(Type.Number()),
});
const HiddenQuery = Type.Object({ id: Type.String(), query: Type.String() });
const Hidden = Type.Object({
  hidden: Type.Array(Type.String()),
  visible: Type.Array(Type.String()),
  queries: Type.Array(Type.Object({ id: Type.String() })),
});
const DROPOUT_LIMIT = 2500;
const TagNames = Type.Record(Type.String(), Type.Object({ kind: Type.String(), display: Type.String() }));

if (existsSync(join(DATA, "briefs.jsonl"))) evaluate();
else console.log(`Skipped: there is no evaluation data in ${DATA}.`);

function evaluate(): void {
  const jamendo = songs("catalog-jamendo.jsonl.gz");
  const briefs = scoreBriefs(jamendo);
  const captions = scoreQueries("catalog-songdescriber.jsonl.gz", "queries-songdescriber.jsonl");
  const clips = scoreQueries("catalog-musiccaps-c.jsonl.gz", "queries-musiccaps-c.jsonl");
  const dropout = scoreDropout();
  console.table([
    { measure: "briefs nDCG@10", ours: briefs.ndcg, fts5: FTS5.briefs },
    { measure: "briefs violations@10", ours: briefs.violations, fts5: FTS5.violations },
    { measure: "Song Describer R@10", ours: captions.r10, fts5: FTS5.songdescriber },
    { measure: "MusicCaps-c R@10", ours: clips.r10, fts5: FTS5.musiccaps },
    { measure: "dropout MAP", ours: dropout, fts5: FTS5.dropout },
  ]);
  console.table(briefs.byCategory);
  console.log(
    `Song Describer R@1 ${captions.r1}, R@100 ${captions.r100}; MusicCaps-c R@1 ${clips.r1}, R@100 ${clips.r100}`,
  );
  console.log(`Per brief on ${jamendo.length} songs: parse ${briefs.parseMs} ms, rank ${briefs.rankMs} ms (medians)`);
}

function scoreBriefs(catalog: readonly Static<typeof Song>[]) {
  const names = new Map(
    Object.entries(read(TagNames, "jamendo-tags.json")).map(([raw, tag]) => [`${tag.kind}:${tag.display}`, raw]),
  );
  const tags = new Map(catalog.map((song) => [song.id, rawTags(song, names)]));
  const index = build(catalog);
  const rows: { category: string; ndcg: number; violations: number; parseMs: number; rankMs: number }[] = [];
  const judged = lines(JudgedBrief, "briefs.jsonl");
  for (const brief of judged)
    rank(index, parseBrief({ query: brief.query, context: brief.context ?? null }), { limit: 10 });
  for (const brief of judged) {
    const began = performance.now();
    const parsed = parseBrief({ query: brief.query, context: brief.context ?? null });
    const parsedAt = performance.now();
    const ranked = rank(index, parsed, { limit: 10 }).hits.map((hit) => tags.get(hit.songId) ?? new Set<string>());
    const done = performance.now();
    const gains = ranked.map((song) => gain(brief, song));
    const ndcg = dcg(gains) / dcg(brief.ideal);
    const violations = ranked.filter((song) => brief.must_not.some((tag) => song.has(tag))).length / 10;
    rows.push({ category: brief.category, ndcg, violations, parseMs: parsedAt - began, rankMs: done - parsedAt });
    if (process.env["EVAL_DETAIL"] !== undefined)
      console.log(ndcg.toFixed(2), violations.toFixed(1), brief.category, brief.query.slice(0, 90));
  }
  const categories = [...new Set(rows.map((row) => row.category))];
  return {
    ndcg: mean(rows.map((row) => row.ndcg)),
    violations: mean(rows.map((row) => row.violations)),
    parseMs: median(rows.map((row) => row.parseMs)),
    rankMs: median(rows.map((row) => row.rankMs)),
    byCategory: categories.map((category) => {
      const of = rows.filter((row) => row.category === category);
      return {
        category,
        briefs: of.length,
        ndcg: mean(of.map((row) => row.ndcg)),
        violations: mean(of.map((row) => row.violations)),
      };
    }),
  };
}

/** The scorer's gain: nothing for a forbidden tag or a missed group, else the sum of the tags' gains, at most 6. */
function gain(brief: Static<typeof JudgedBrief>, song: ReadonlySet<string>): number {
  if (brief.must_not.some((tag) => song.has(tag))) return 0;
  if (brief.need_any.some((group) => !group.some((tag) => song.has(tag)))) return 0;
  const sum = Object.entries(brief.want).reduce((total, [tag, value]) => total + (song.has(tag) ? value : 0), 0);
  return Math.min(6, sum);
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
}

function rawTags(song: Static<typeof Song>, names: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  for (const facet of FACETS) {
    for (const tag of song.tags[facet] ?? [])
      found.add(names.get(`${facet}:${tag}`) ?? names.get(`mood/theme:${tag}`) ?? tag);
  }
  return found;
}

function scoreQueries(catalog: string, queries: string) {
  const index = build(songs(catalog));
  const found = lines(Query, queries).map(({ query, relevant }) => {
    const ranked = rank(index, parseBrief({ query, context: null }), { limit: 100 }).hits.map((hit) => hit.songId);
    return (limit: number) => relevant.filter((id) => ranked.slice(0, limit).includes(id)).length / relevant.length;
  });
  const recall = (limit: number): number => mean(found.map((of) => of(limit)));
  return { r1: recall(1), r10: recall(10), r100: recall(100) };
}

/**
 * Mood tags were taken from every song of half of the artists: how early do those songs come, after the ones that
 * still show the tag are set aside? Mean average precision over the first thousand, as score.py has it.
 */
function scoreDropout(): number {
  const index = build(songs("catalog-jamendo-dropout-artist.jsonl.gz"));
  const queries = new Map(lines(HiddenQuery, "queries-dropout.jsonl").map(({ id, query }) => [id, query]));
  const precisions = lines(Hidden, "dropout-artist-truth.jsonl").flatMap(({ hidden, visible, queries: asked }) => {
    const [sought, shown] = [new Set(hidden), new Set(visible)];
    return asked.map(({ id }) => {
      const brief = parseBrief({ query: queries.get(id) ?? "", context: null });
      const ranked = rank(index, brief, { limit: DROPOUT_LIMIT }).hits.map((hit) => hit.songId);
      const precision = averagePrecision(ranked.filter((song) => !shown.has(song)).slice(0, 1000), sought);
      if (process.env["EVAL_DETAIL"] !== undefined) console.log(precision.toFixed(3), queries.get(id));
      return precision;
    });
  });
  return mean(precisions);
}

function averagePrecision(ranked: readonly string[], sought: ReadonlySet<string>): number {
  let found = 0;
  let sum = 0;
  ranked.forEach((song, at) => {
    if (sought.has(song)) sum += ++found / (at + 1);
  });
  return sum / sought.size;
}

function build(catalog: readonly Static<typeof Song>[]): RankingIndex {
  const builder = new IndexBuilder();
  for (const song of catalog) builder.add(toDocument(song));
  return openIndex(Buffer.concat(builder.finish()));
}

function toDocument(song: Static<typeof Song>): SongDocument {
  const { genre = [], mood = [], instrument = [], characteristic = [] } = song.tags;
  return {
    id: song.id,
    title: song.title,
    description: "",
    lyrics: "",
    artists: song.artists ?? [],
    tags: { genre, mood, instrument, characteristic },
    energy: null,
    energyInferred: "medium",
    explicit: null,
    bpm: null,
    keyName: "",
    keyMode: "",
    releasedAt: null,
    playlistIds: [],
    hasStems: false,
    audioFiles: [],
  };
}

function songs(name: string): Static<typeof Song>[] {
  return lines(Song, name);
}

function lines<Schema extends TSchema>(schema: Schema, name: string): Static<Schema>[] {
  const bytes = readFileSync(join(DATA, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Value.Parse(["Assert"], schema, JSON.parse(line)));
}

function read<Schema extends TSchema>(schema: Schema, name: string): Static<Schema> {
  return Value.Parse(["Assert"], schema, JSON.parse(readFileSync(join(DATA, name), "utf8")));
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)) * 10_000) / 10_000;
}

function median(values: readonly number[]): number {
  return Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0) * 1000) / 1000;
}
