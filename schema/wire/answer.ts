import { type Static, Type } from "@sinclair/typebox";
import { FACETS } from "../song.ts";

const Words = Type.Array(Type.String(), {
  description: "What led to it: the client's words as they were written, then what was seen.",
});

export const BriefWish = Type.Object({
  facet: Type.Union(FACETS.map((facet) => Type.Literal(facet))),
  name: Type.String({ description: "The tag that is sought, or kept away from, with its neighbours." }),
  weight: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "1 is a plain wish said twice; what a scene implies and what stands in the context weighs less.",
  }),
  from: Words,
});

export type BriefWish = Static<typeof BriefWish>;

const BriefConstraint = Type.Object({
  constraint: Type.String({ description: "In plain language; the verdicts of a song name it by these words." }),
  from: Words,
});

const BriefSeen = Type.Object({
  words: Type.Array(Type.String(), { description: "What was seen in all assets together, what tells most first." }),
  assets: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
      words: Type.Array(Type.String()),
    }),
    { description: "What was seen in each; an asset that shows the same as another is left out." },
  ),
  tempo: Type.Union([Type.String(), Type.Null()], {
    description: "A song near it is preferred; never cuts one. Null where the text says how fast.",
  }),
  length: Type.Union([Type.Number(), Type.Null()], {
    description: "Seconds of the film; a song at least as long is preferred. Null without film.",
  }),
});

/** What was understood of query, context and assets, as the songs were judged by it. */
export const BriefDocument = Type.Object({
  wanted: Type.Array(BriefWish),
  avoided: Type.Array(BriefWish, { description: "Speaks against a song, as do its near neighbours; never cuts one." }),
  constraints: Type.Array(BriefConstraint, { description: "A song known to break one of these is not returned." }),
  references: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("like"), Type.Literal("by"), Type.Literal("not")]),
      kind: Type.Union([Type.Literal("artist"), Type.Literal("song")]),
      name: Type.String(),
      known: Type.Boolean({ description: "Whether the catalog has this name." }),
    }),
    { description: "Artists and songs that the brief names." },
  ),
  text: Type.Array(Type.String(), { description: "Words looked for in titles, descriptions, lyrics and tags." }),
  // Answers that were kept before this field came have none.
  text_avoided: Type.Optional(Type.Array(Type.String(), { description: "Words that speak against a song." })),
  ignored: Type.Array(Type.String(), { description: "Passages that were left out of account, such as deadlines." }),
  corrected: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: "Words that were taken for misspellings, and the words that were read instead.",
  }),
  seen: Type.Optional(BriefSeen),
  unserved: Type.Array(Type.String(), {
    description: "What the catalog cannot serve, in plain language; where no song fits, why.",
  }),
});
export type BriefDocument = Static<typeof BriefDocument>;

/** Why a song is in the answer, and how it stands to each constraint. */
export const HitMeta = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  score: Type.Number({ minimum: 0, maximum: 1, description: "Comparable within one answer only." }),
  band: Type.Union([Type.Literal("strong"), Type.Literal("good"), Type.Literal("possible")]),
  reasons: Type.Array(Type.String(), {
    description: "A few words each: up to five of what tells most, then facts about the promises.",
  }),
  verdicts: Type.Array(
    Type.Object({
      constraint: Type.String(),
      verdict: Type.Union([Type.Literal("met"), Type.Literal("unknown"), Type.Literal("failed")]),
    }),
  ),
  audio_file: Type.Union([Type.String(), Type.Null()], {
    description: "The id of the file that serves the brief best.",
  }),
});
export type HitMeta = Static<typeof HitMeta>;

/** What an execution keeps: the brief and the ranking. Metadata and URLs are read fresh for every answer. */
export const Answer = Type.Object({
  brief: BriefDocument,
  catalog_version: Type.String(),
  songs: Type.Array(Type.Object({ id: Type.String(), meta: HitMeta })),
});
export type Answer = Static<typeof Answer>;
