import { type Static, Type } from "@sinclair/typebox";
import { ENERGIES, MEASURED_ARCS, MODES } from "../song.ts";
import { LIKENESS_FACETS } from "../sound-descriptor.ts";
import { facts, oneOf, plainFacts } from "./fact-schemas.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const Names = Type.Array(Type.String());
const EnergyLevel = oneOf(ENERGIES);
const Open = orNull(Type.Number(), "Null for an open end.");
const Range = Type.Object({ min: Open, max: Open }, CLOSED);

/** A constraint as data, so that programs can say it in other languages. */
export const ConstraintFacts = Type.Union(
  [
    facts("vocals", { want: oneOf(["none", "not_lead", "lead", "background"]) }),
    plainFacts("clean"),
    plainFacts("explicit"),
    facts("tempo", { ranges: Type.Array(Range) }),
    facts("energy", { levels: Type.Array(EnergyLevel) }),
    facts("duration", { min: Open, max: Open }),
    facts("released", { min: Open, max: Open }),
    plainFacts("stems"),
    plainFacts("one_stop"),
    facts("pre_cleared", { territories: Names }),
    facts("ai", { want: oneOf(["human", "not_by_ai"]) }),
    plainFacts("no_samples"),
    plainFacts("not_exclusive"),
    facts("playlist", { want: oneOf(["in", "out"]), name: Type.String() }),
    facts("key", { keys: Names }),
    facts("excluded", { name: Type.String() }),
    facts("tagged", { want: oneOf(["with", "without"]), name: Type.String() }),
  ],
  {
    $id: "ConstraintFacts",
    description:
      "Extension: a constraint as data. Durations are in seconds, release years in years; a key is named like `C# minor` or `minor`, and `WW` is the whole world.",
  },
);
export type ConstraintFacts = Static<typeof ConstraintFacts>;

const Tags = { names: Names };
const TagsOf = { names: Names, of: Type.String() };

/** A reason as data, so that programs can say it in other languages. */
export const ReasonFacts = Type.Union(
  [
    facts("tags", Tags),
    facts("asked", Tags),
    facts("for", TagsOf),
    facts("near", TagsOf),
    facts("phrase", TagsOf),
    facts("like", TagsOf),
    facts("by", { name: Type.String() }),
    facts("story", { names: Names, of: orNull(Type.String()) }),
    facts("seen", TagsOf),
    facts("says", { names: Names, where: oneOf(["title", "artist", "description", "lyrics"]) }),
    facts("likely", Tags),
    plainFacts("described"),
    facts("versions", { count: Type.Integer() }),
    facts("sound", { facets: Type.Array(oneOf(LIKENESS_FACETS)) }),
    facts("tempo", { bpm: Type.Number(), felt: orNull(Type.Number()), measured: Type.Boolean() }),
    facts("near_tempo", { bpm: Type.Number(), of: oneOf(["seen", "heard"]) }),
    facts("loudness", { lufs: Type.Number() }),
    facts("energy", { level: EnergyLevel, measured: Type.Boolean() }),
    facts("mode", { mode: oneOf(MODES), measured: Type.Boolean() }),
    facts("develops", {
      shape: oneOf(MEASURED_ARCS),
      with: orNull(Type.String()),
      // Answers that were stored before this field existed do not have it.
      last_seconds: Type.Optional(orNull(Type.Integer(), "With the last seconds of the film only.")),
    }),
    facts("length", { seconds: Type.Number() }),
    facts("released", { year: Type.Integer() }),
    facts("key", { key: Type.String() }),
    facts("vocals", { want: oneOf(["lead", "background", "instrumental", "none"]) }),
    facts("constraint", { constraint: ConstraintFacts }),
    plainFacts("same_artist"),
    facts("shared_tags", { names: Names, more: Type.Integer() }),
    facts("shared_tempo", { bpm: Type.Number(), other: Type.Number() }),
    facts("shared_key", { key: Type.String(), other: Type.String() }),
    facts("shared_energy", { level: EnergyLevel }),
  ],
  {
    $id: "ReasonFacts",
    description:
      "Extension: a reason as data. `names` are tags or words, `of` is what they serve: the client's words, a tag, or what was seen. " +
      "A later version can have other kinds.",
  },
);
export type ReasonFacts = Static<typeof ReasonFacts>;
