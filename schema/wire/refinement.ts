import { type Static, Type } from "@sinclair/typebox";
import { POLARITIES } from "../brief.ts";
import { LIKENESS_WEIGHT_MAX } from "../sound-descriptor.ts";

const Ids = Type.Array(Type.String());

/** A change to what was understood, as a request gives it and as a result shows it. */
export const WishChange = Type.Object({
  id: Type.String({ description: "The id of an entry of `brief.wishes`, or a facet and a tag: `mood/calm`." }),
  polarity: Type.Optional(
    Type.Union(
      [...POLARITIES, "removed" as const].map((polarity) => Type.Literal(polarity)),
      { description: "What to turn the wish into. The present polarity by default." },
    ),
  ),
  weight: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "How much it counts. The present weight by default." }),
  ),
});

const Weight = Type.Optional(Type.Number({ minimum: 0, maximum: LIKENESS_WEIGHT_MAX }));

/** How much facets of a sound count. */
export const SoundWeights = Type.Object(
  { feel: Weight, harmony: Weight, rhythm: Weight, instruments: Weight },
  { additionalProperties: false },
);
export type SoundWeights = Static<typeof SoundWeights>;

/** Which part of which sound songs are compared with, and in what. */
export const SoundChoice = Type.Object({
  excerpt: Type.Union([Type.Object({ start: Type.Number(), end: Type.Number() }), Type.Null()]),
  temp_track: Type.Boolean(),
  /** Missing if the request says nothing about it. */
  weights: Type.Optional(SoundWeights),
});
export type SoundChoice = Static<typeof SoundChoice>;

/** What one request of a conversation says. */
export const SearchTurn = Type.Object({
  query: Type.Union([Type.String(), Type.Null()]),
  context: Type.Union([Type.String(), Type.Null()]),
  asset_ids: Ids,
  likes: Ids,
  dislikes: Ids,
  wishes: Type.Array(WishChange),
  sound: Type.Optional(SoundChoice),
});
export type SearchTurn = Static<typeof SearchTurn>;

/**
 * The extensions of a search request, as an execution stores them. `earlier` has the turns before this one, so that a search does
 * not depend on the searches that it refines.
 */
export const Refinement = Type.Object({
  refines: Type.Union([Type.String(), Type.Null()]),
  earlier: Type.Array(SearchTurn),
  likes: Ids,
  dislikes: Ids,
  wishes: Type.Array(WishChange),
  /** Missing if the request says nothing about it. */
  sound: Type.Optional(SoundChoice),
});
export type Refinement = Static<typeof Refinement>;
