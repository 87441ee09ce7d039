import { type Static, Type } from "@sinclair/typebox";

const Share = Type.Number({ description: "A share of the score, rounded to six digits." });

const Match = Type.Object({
  shows: Type.Union(
    (["tag", "near tag", "contrary tag", "likely tag", "word", "artist", "measured", "value"] as const).map((shows) =>
      Type.Literal(shows),
    ),
  ),
  name: Type.String({ description: "A tag as the catalog spells it, the word or name, or what was measured." }),
  fields: Type.Array(Type.String(), { description: "The fields of the song that contain it." }),
  impact: Type.Integer({ minimum: 1, maximum: 255, description: "How strongly the song has it." }),
  points: Share,
});

const Sought = {
  rule: Type.String(),
  sought: Type.String({ description: "The concept, word or name to find." }),
  said: Type.String({ description: "The client's words for it." }),
  points: Share,
  full: Type.Number({ description: "Points of a song with a complete match." }),
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
    doubt: Type.Integer({ minimum: 0, description: "Songs are ordered by the sum of their doubts, then by score." }),
    points: Share,
  }),
  Type.Object({ kind: Type.Literal("move"), rule: Type.String(), told: Type.String(), points: Share }),
]);
export type TracePart = Static<typeof TracePart>;

/** The breakdown of a song's score, for `search --explain --json`. The points of all parts add up to `score`. */
export const TraceDocument = Type.Object({
  score: Type.Number({ description: "Before it is limited to 1 and to the score of the previous song." }),
  parts: Type.Array(TracePart),
});
export type TraceDocument = Static<typeof TraceDocument>;
