import type { Brief, Hit, Seen, Wish } from "../../schema/brief.ts";
import type { Analysis } from "../../schema/wire/analysis.ts";
import type { Answer, BriefDocument, BriefWish, HitMeta } from "../../schema/wire/answer.ts";
import { describeConstraint } from "../brief/describe-constraint.ts";
import { parsing } from "../brief/parse-brief.ts";
import { briefOfSights } from "../brief/sights/brief-of-sights.ts";
import type { Vocabulary } from "../brief/vocabulary.ts";
import { inOneGo, type Steps } from "../lib/steps.ts";
import { ranking, type TracedRanking } from "../ranking/rank.ts";
import type { Likeness } from "../ranking/likeness.ts";
import type { RankingIndex } from "../ranking/ranking-index.ts";
import type { Trace } from "../ranking/trace.ts";

const SCORE_DIGITS = 4;
const SHOWN_DIGITS = 2;

export interface Searched {
  readonly index: RankingIndex;
  readonly catalogVersion: string;
}

export interface Texts {
  readonly query: string | null;
  readonly context: string | null;
  /** What was seen in the search's pictures and film. */
  readonly sights?: readonly Analysis[];
}

/** What a search is made of besides its texts. */
export interface SearchSettings {
  readonly limit: number;
  /** With the operator's own terms. */
  readonly vocabulary: Vocabulary;
  /** Of the catalog's songs and these texts, where an embedding model has measured it. */
  readonly likeness?: Likeness | null;
}

export interface ExplainedAnswer {
  readonly answer: Answer;
  /** Of each song, in their order. */
  readonly traces: readonly Trace[];
}

/** Understands the texts and ranks the catalog by them: the one way to an answer, for HTTP and terminal alike. */
export function answerTo(texts: Texts, searched: Searched | null, settings: SearchSettings): Answer {
  return inOneGo(answering(texts, searched, settings));
}

/** The same in steps of a few milliseconds. */
export function* answering(texts: Texts, searched: Searched | null, settings: SearchSettings): Steps<Answer> {
  return (yield* explaining(texts, searched, settings, false)).answer;
}

/**
 * The same answer with each song's score taken apart. Nothing of it is stored with answers: the same catalog and the
 * same brief give the same list, so it can be made again whenever somebody asks.
 */
export function explainedAnswerTo(texts: Texts, searched: Searched | null, settings: SearchSettings): ExplainedAnswer {
  return inOneGo(explaining(texts, searched, settings, true));
}

function* explaining(
  texts: Texts,
  searched: Searched | null,
  { limit, vocabulary, likeness = null }: SearchSettings,
  traces: boolean,
): Steps<ExplainedAnswer> {
  const brief = yield* understanding(texts, vocabulary);
  yield;
  const empty = ["the catalog is empty: nothing has been imported yet"];
  const ranked: TracedRanking =
    searched === null
      ? { brief, hits: [], traces: [], references: [], unserved: empty }
      : yield* ranking(searched.index, brief, { limit, traces, likeness });
  yield;
  const answer = {
    brief: briefDocument(ranked),
    catalog_version: searched?.catalogVersion ?? "empty",
    songs: ranked.hits.map((hit, index) => ({ id: hit.songId, meta: hitMeta(hit, index + 1) })),
  };
  return { answer, traces: ranked.traces };
}

/** Where what was said and what was seen become one brief. */
export function briefOf(texts: Texts, vocabulary: Vocabulary): Brief {
  return inOneGo(understanding(texts, vocabulary));
}

/** The same in steps of a few milliseconds. */
export function* understanding({ query, context, sights = [] }: Texts, vocabulary: Vocabulary): Steps<Brief> {
  const said = yield* parsing({ query, context }, vocabulary);
  yield;
  return briefOfSights(sights, said, vocabulary);
}

function briefDocument({ brief, references, unserved }: TracedRanking): BriefDocument {
  return {
    wanted: brief.wanted.map(wishDocument),
    avoided: brief.avoided.map(wishDocument),
    constraints: brief.constraints.map((constraint) => ({
      constraint: describeConstraint(constraint),
      from: [...constraint.from],
    })),
    references: references.map((reference) => ({ ...reference })),
    text: brief.text.filter((term) => term.weight > 0).map((term) => term.word),
    text_avoided: brief.text.filter((term) => term.weight < 0).map((term) => term.word),
    ignored: [...brief.ignored],
    corrected: brief.corrected.map((correction) => ({ ...correction })),
    ...(brief.seen === undefined ? {} : { seen: seenDocument(brief.seen) }),
    unserved: [...unserved],
  };
}

function seenDocument({ words, assets, tempo, filmSeconds }: Seen): NonNullable<BriefDocument["seen"]> {
  return {
    words: [...words],
    assets: assets.map((asset) => ({ kind: asset.kind, words: [...asset.words] })),
    tempo: tempo === null ? null : tempo.ranges.map(({ minBpm, maxBpm }) => `${minBpm} to ${maxBpm} bpm`).join(" or "),
    length: filmSeconds,
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
    verdicts: hit.verdicts.map((verdict) => ({ ...verdict })),
    audio_file: hit.audioFileId,
  };
}
