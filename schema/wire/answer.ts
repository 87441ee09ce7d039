import { type Static, Type } from "@sinclair/typebox";
import { FACETS } from "../song.ts";

const Words = Type.Array(Type.String(), { description: "The client's words that led to it." });

export const BriefWish = Type.Object({
  facet: Type.Union(FACETS.map((facet) => Type.Literal(facet))),
  name: Type.String(),
  weight: Type.Number({ minimum: 0, maximum: 1 }),
  from: Words,
});

export type BriefWish = Static<typeof BriefWish>;

const BriefConstraint = Type.Object({
  constraint: Type.String({ description: "In plain language; the verdicts of a song name it by these words." }),
  from: Words,
});

/** What was understood of query, context and assets. */
export const BriefDocument = Type.Object({
  wanted: Type.Array(BriefWish),
  avoided: Type.Array(BriefWish),
  constraints: Type.Array(BriefConstraint),
  references: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("like"), Type.Literal("by"), Type.Literal("not")]),
      kind: Type.Union([Type.Literal("artist"), Type.Literal("song")]),
      name: Type.String(),
      known: Type.Boolean(),
    }),
  ),
  text: Type.Array(Type.String(), { description: "Words looked for in titles, descriptions, lyrics and tags." }),
  ignored: Type.Array(Type.String(), { description: "Passages that were left out of account." }),
  corrected: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: "Words that were taken for misspellings, and the words that were read instead.",
  }),
  unserved: Type.Array(Type.String(), { description: "What the catalog cannot serve." }),
});
export type BriefDocument = Static<typeof BriefDocument>;

/** Why a song is in the answer, and how it stands to each constraint. */
export const HitMeta = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  score: Type.Number({ minimum: 0, maximum: 1, description: "Comparable within one answer only." }),
  band: Type.Union([Type.Literal("strong"), Type.Literal("good"), Type.Literal("possible")]),
  reasons: Type.Array(Type.String()),
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
