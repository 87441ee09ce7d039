import { type Static, Type } from "@sinclair/typebox";
import { facts, oneOf, plainFacts } from "./fact-schemas.ts";
import { CLOSED, orNull } from "./jsonapi.ts";
import { ConstraintFacts } from "./reason.ts";

const Name = { name: Type.String() };
const More = { more: Type.Integer({ minimum: 0, description: "Number of those that are left out." }) };
const Names = { names: Type.Array(Type.String()), ...More };
const Constraints = { constraints: Type.Array(ConstraintFacts), ...More };
const Count = Type.Integer({ minimum: 0 });

/** Subjects of a picture that is of no place. */
export const SCENELESS_SUBJECTS = ["people", "animal", "object", "food", "texture", "graphic"] as const;
export type ScenelessSubject = (typeof SCENELESS_SUBJECTS)[number];

/** What the catalog cannot satisfy as data, so that programs can say it in other languages. */
export const UnservedFacts = Type.Union(
  [
    facts("empty_catalog", { imported: Type.Boolean({ description: "False before the first import." }) }),
    facts("not_found", Name),
    facts("replaced", { ...Name, by: Type.String() }),
    facts("not_tagged", Name),
    facts("no_arc", { of: Type.String() }),
    facts("accents_unknown", { seconds: Type.Array(Type.Number({ minimum: 0 })) }),
    facts("unknown_name", { of: oneOf(["artist", "song", "playlist"]), ...Name }),
    facts("wish_ruled_out", {
      ...Name,
      ...Constraints,
      cut: Count,
      songs: Count,
      at_least: Type.Boolean({ description: "Whether there are more songs, which were not counted." }),
    }),
    facts("undecided", { constraint: ConstraintFacts }),
    facts("unclear_scene", {
      of: oneOf(["picture", "film", "several"]),
      subject: orNull(oneOf(SCENELESS_SUBJECTS)),
    }),
    plainFacts("only_constraints"),
    facts("nothing_described", { guesses: Type.Boolean({ description: "Whether there are songs nevertheless." }) }),
    facts("no_words", Names),
    facts("no_similar_tags", Names),
    plainFacts("only_avoided"),
    facts("none_known", Constraints),
    plainFacts("more_avoided"),
    plainFacts("only_named"),
    facts("all_ruled_out", { ...Constraints, songs: Count }),
    facts("no_single_version", { ...Constraints, songs: Count }),
    facts("ruled_out_each", {
      by: Type.Array(Type.Object({ constraint: ConstraintFacts, songs: Count }, CLOSED)),
      songs: Count,
    }),
    facts("nearest_excluded", { ...Constraints, ids: Type.Array(Type.String()) }),
    plainFacts("no_sound"),
    plainFacts("few_measured"),
    facts("not_measured", Names),
    facts("no_similar_sound", Constraints),
  ],
  {
    $id: "UnservedFacts",
    description:
      "Extension: what the catalog cannot satisfy, as data. `name`, `names` and `of` are tags or words of the client, `songs` and `cut` are numbers of songs. " +
      "A later version can have other kinds.",
  },
);
export type UnservedFacts = Static<typeof UnservedFacts>;
