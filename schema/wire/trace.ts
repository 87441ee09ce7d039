import { type Static, Type } from "@sinclair/typebox";

const Share = Type.Number({ description: "A share of the whole score; shares are rounded to six digits." });

const Match = Type.Object({
  shows: Type.Union(
    (["tag", "near tag", "contrary tag", "likely tag", "word", "artist"] as const).map((shows) => Type.Literal(shows)),
  ),
  name: Type.String({ description: "A tag as the catalog spells it; else the word or name." }),
  fields: Type.Array(Type.String(), { description: "Where the song has it." }),
  impact: Type.Integer({ minimum: 1, maximum: 255, description: "How much of it the song has." }),
  points: Share,
});

const Sought = {
  rule: Type.String(),
  sought: Type.String({ description: "The concept, word or name." }),
  said: Type.String({ description: "The client's words for it." }),
  points: Share,
  full: Type.Number({ description: "What the best match alone gives a song that has it whole." }),
  matches: Type.Array(Match),
};

const TracePart = Type.Union([
  Type.Object({ kind: Type.Literal("wish"), ...Sought }),
  Type.Object({ kind: Type.Literal("against"), ...Sought }),
  Type.Object({
    kind: Type.Literal("constraint"),
    rule: Type.String(),
    constraint: Type.String(),
    verdict: Type.Union([Type.Literal("met"), Type.Literal("unknown"), Type.Literal("failed")]),
    doubt: Type.Integer({ minimum: 0, description: "Places go by the sum of doubts first, then by score." }),
    points: Share,
  }),
  Type.Object({ kind: Type.Literal("move"), rule: Type.String(), told: Type.String(), points: Share }),
]);
export type TracePart = Static<typeof TracePart>;

/** A song's score taken apart, for `search --explain --json`. The points of all parts add up to `score`. */
export const TraceDocument = Type.Object({
  score: Type.Number({ description: "Before it is cut at 1 and at the score of the song above." }),
  parts: Type.Array(TracePart),
});
export type TraceDocument = Static<typeof TraceDocument>;
