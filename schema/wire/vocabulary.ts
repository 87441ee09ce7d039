import { type Static, Type } from "@sinclair/typebox";
import { FACETS } from "../song.ts";

const Name = Type.String({ minLength: 1, maxLength: 60 });
const Weights = Type.Record(Name, Type.Number({ minimum: 0, maximum: 1 }), { maxProperties: 50 });

/** A line of an operator's vocabulary.jsonl: a new term, or additions to a known one. */
export const OwnTerm = Type.Object(
  {
    term: Name,
    aliases: Type.Optional(Type.Array(Name, { maxItems: 50, description: "Other names and spellings of the term." })),
    facet: Type.Optional(Type.Union(FACETS.map((facet) => Type.Literal(facet)))),
    means: Type.Optional(Weights),
    not: Type.Optional(Weights),
  },
  { additionalProperties: false },
);
export type OwnTerm = Static<typeof OwnTerm>;
