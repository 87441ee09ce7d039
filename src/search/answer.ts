import type { ArcWish, Brief, DescribedPart, Hit, Seen, Wish, Likeness } from "../../schema/brief.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import type { LikenessWeights } from "../../schema/sound-descriptor.ts";
import type { Analysis } from "../../schema/wire/analysis.ts";
import type { Answer, BriefDocument, BriefWish, HitMeta } from "../../schema/wire/answer.ts";
import { constraintFacts } from "../ranking/constraint-facts.ts";
import { describeUnserved } from "../ranking/describe-unserved.ts";
import { describeConstraint } from "../ranking/describe-constraint.ts";
import { parsing } from "../brief/parse-brief.ts";
import { readingSights } from "../brief/sights/brief-of-sights.ts";
import type { Vocabulary } from "../brief/vocabulary.ts";
import { groundOf, listWishes, type TurnTexts } from "./list-wishes.ts";
import { DAY_MS } from "../lib/clock.ts";
import { runSteps, type Steps } from "../lib/steps.ts";
import { ranking, type TracedRanking } from "../ranking/rank.ts";
import type { RankingIndex } from "../ranking/ranking-index.ts";
import { PLAIN_WEIGHTS } from "../ranking/sound/compare.ts";
import type { Trace } from "../ranking/trace.ts";

const SCORE_DIGITS = 4;
const SHOWN_DIGITS = 2;

/** The catalog that a search ranks. */
export interface SearchedCatalog {
  readonly index: RankingIndex;
  readonly catalogVersion: string;
}

export interface BriefSources {
  readonly query: string | null;
  readonly context: string | null;
  /** Analyses of the search's pictures and films. */
  readonly sights?: readonly Analysis[];
  /** Sounds that the songs shall sound like. */
  readonly heard?: readonly HeardSound[];
  /** How much facets of these sounds count. */
  readonly soundWeights?: Partial<LikenessWeights>;
}

export interface SearchSettings {
  /** The maximum number of songs in the answer. */
  readonly limit: number;
  /** Similarity of each song to the brief, if an embedding model measured it. */
  readonly likeness?: Likeness | null;
  /** Milliseconds, to tell whether an exclusive licence has ended. */
  readonly now?: number;
  /** The texts of the conversation, the latest last, to say where each wish comes from. Without them wishes are not listed. */
  readonly texts?: readonly TurnTexts[];
}

export interface ExplainedAnswer {
  readonly answer: Answer;
  /** One per song of the answer, in the same order. */
  readonly traces: readonly Trace[];
  /** What the parts of a long text are about; empty for short texts. */
  readonly parts: readonly DescribedPart[];
}

/** Builds the brief from the client's texts and the analyses of its assets. A search does this once. */
export function understand(sources: BriefSources, vocabulary: Vocabulary): Brief {
  return runSteps(understandSteps(sources, vocabulary));
}

/** Like `understand`, in steps of a few milliseconds. */
export function* understandSteps(sources: BriefSources, vocabulary: Vocabulary): Steps<Brief> {
  const { query, context, sights = [], heard = [], soundWeights } = sources;
  const read = yield* parsing({ query, context }, vocabulary);
  yield;
  const brief = yield* readingSights(sights, read, vocabulary);
  return {
    ...brief,
    ...(heard.length === 0 ? {} : { heard }),
    ...(soundWeights === undefined ? {} : { soundWeights: { ...PLAIN_WEIGHTS, ...soundWeights } }),
  };
}

/** Ranks the catalog by a brief, for the server and for commands. */
export function answerTo(brief: Brief, searched: SearchedCatalog | null, settings: SearchSettings): Answer {
  return runSteps(answerSteps(brief, searched, settings));
}

/** Like `answerTo`, in steps of a few milliseconds. */
export function* answerSteps(brief: Brief, searched: SearchedCatalog | null, settings: SearchSettings): Steps<Answer> {
  return (yield* explainSteps(brief, searched, settings, false)).answer;
}

/**
 * Like `answerTo`, with the parts of each song's score. Traces are not stored: the same catalog and brief give the same
 * list, so they can be computed again on request.
 */
export function explainedAnswerTo(
  brief: Brief,
  searched: SearchedCatalog | null,
  settings: SearchSettings,
): ExplainedAnswer {
  return runSteps(explainSteps(brief, searched, settings, true));
}

function* explainSteps(
  understood: Brief,
  searched: SearchedCatalog | null,
  { limit, likeness = null, texts = [], now }: SearchSettings,
  traces: boolean,
): Steps<ExplainedAnswer> {
  const asksForDay = now !== undefined && understood.constraints.some(({ kind }) => kind === "not_exclusive");
  const brief = asksForDay ? { ...understood, day: Math.floor(now / DAY_MS) } : understood;
  const empty = { kind: "empty_catalog", imported: false } as const;
  const ranked: TracedRanking =
    searched === null
      ? { brief, hits: [], traces: [], references: [], unserved: [describeUnserved(empty)], unservedFacts: [empty] }
      : yield* ranking(searched.index, brief, { limit, traces, likeness });
  yield;
  const answer = {
    brief: { ...briefDocument(ranked), ...(texts.length === 0 ? {} : wishesListed(ranked.brief, texts)) },
    catalog_version: searched?.catalogVersion ?? "empty",
    songs: ranked.hits.map((hit, index) => ({ id: hit.songId, meta: hitMeta(hit, index + 1) })),
  };
  return { answer, traces: ranked.traces, parts: brief.parts ?? [] };
}

function briefDocument({ brief, references, unserved, unservedFacts }: TracedRanking): BriefDocument {
  return {
    wanted: brief.wanted.map(wishDocument),
    avoided: brief.avoided.map(wishDocument),
    constraints: brief.constraints.map((constraint) => ({
      constraint: describeConstraint(constraint),
      facts: constraintFacts(constraint),
      from: [...constraint.from],
    })),
    references: references.map((reference) => ({ ...reference })),
    text: brief.text.filter((term) => term.weight > 0).map((term) => term.word),
    text_avoided: brief.text.filter((term) => term.weight < 0).map((term) => term.word),
    ignored: [...brief.ignored],
    corrected: brief.corrected.map((correction) => ({ ...correction })),
    ...(brief.arcs === undefined ? {} : { arcs: brief.arcs.map(arcDocument) }),
    ...(brief.seen === undefined ? {} : { seen: seenDocument(brief.seen) }),
    ...(brief.heard === undefined ? {} : { heard: brief.heard.map(heardDocument) }),
    unserved: [...unserved],
    unserved_facts: [...unservedFacts],
  };
}

function wishesListed(brief: Brief, texts: readonly TurnTexts[]): Partial<BriefDocument> {
  const { unusedOverrides: unused = [] } = brief;
  return {
    wishes: [...listWishes(brief, texts)],
    ignored_from: brief.ignored.map((text) => groundOf(text, texts)),
    ...(unused.length === 0 ? {} : { overrides_unused: [...unused] }),
  };
}

function arcDocument({ shape, isRefused, atSeconds, from }: ArcWish): NonNullable<BriefDocument["arcs"]>[number] {
  return { shape, refused: isRefused, at: atSeconds, from: [...from] };
}

function seenDocument({ words, assets, tempo, filmSeconds }: Seen): NonNullable<BriefDocument["seen"]> {
  return {
    words: [...words],
    assets: assets.map((asset) => ({ kind: asset.kind, words: [...asset.words] })),
    tempo: tempo === null ? null : tempo.ranges.map(({ minBpm, maxBpm }) => `${minBpm} to ${maxBpm} bpm`).join(" or "),
    tempo_ranges: tempo?.ranges.map(({ minBpm, maxBpm }) => ({ min: minBpm, max: maxBpm })) ?? [],
    length: filmSeconds,
  };
}

function heardDocument(heard: HeardSound): NonNullable<BriefDocument["heard"]>[number] {
  const { assetId, kind, duration, excerpt, typical, bpm, key, descriptions } = heard;
  const compared = descriptions.length > 0;
  return {
    ...(assetId === undefined ? {} : { asset_id: assetId }),
    kind,
    duration,
    excerpt,
    typical,
    bpm,
    key,
    compared,
  };
}

function wishDocument(wish: Wish): BriefWish {
  const { facet, name, weight, from } = wish;
  return { facet, name, weight: Number(weight.toFixed(SHOWN_DIGITS)), from: [...from] };
}

function hitMeta(hit: Hit, position: number): HitMeta {
  return {
    rank: position,
    score: Number(hit.score.toFixed(SCORE_DIGITS)),
    band: hit.band,
    reasons: [...hit.reasons],
    reason_facts: [...hit.reasonFacts],
    verdicts: hit.verdicts.map((verdict) => ({ ...verdict })),
    audio_file: hit.audioFileId,
  };
}
