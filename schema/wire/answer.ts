import { type Static, Type } from "@sinclair/typebox";
import { ARC_SHAPES, POLARITIES } from "../brief.ts";
import { FACETS } from "../song.ts";
import { ConstraintFacts, ReasonFacts } from "./reason.ts";
import { CLOSED, orNull } from "./jsonapi.ts";
import { UnservedFacts } from "./unserved.ts";

const Words = Type.Array(Type.String(), {
  description: "Where it comes from: the client's words as written, then what was detected in assets.",
});

export const BriefWish = Type.Object({
  facet: Type.Union(FACETS.map((facet) => Type.Literal(facet))),
  name: Type.String({ description: "The tag to find or to avoid, with its related tags." }),
  weight: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "0.9 for a wish that the query states, and up to 1 if the brief repeats it. Wishes that a scene implies, and wishes of the context, have less.",
  }),
  from: Words,
});

export type BriefWish = Static<typeof BriefWish>;

const BriefConstraint = Type.Object({
  constraint: Type.String({
    description: "The constraint in plain language. The verdicts of a song use the same words.",
  }),
  // Answers that were stored before this field existed do not have it.
  facts: Type.Optional(ConstraintFacts),
  from: Words,
});

const BpmRange = Type.Object({ min: Type.Number(), max: Type.Number() }, CLOSED);

const BriefSeen = Type.Object({
  words: Type.Array(Type.String(), {
    description: "What was detected in all assets together, the most significant first.",
  }),
  assets: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
      words: Type.Array(Type.String()),
    }),
    { description: "What was detected in each asset. Assets that show the same are listed once." },
  ),
  tempo: Type.Union([Type.String(), Type.Null()], {
    description: "Songs near this tempo are preferred; no song is excluded. Null if the text gives a tempo.",
  }),
  // Answers that were stored before this field existed do not have it.
  tempo_ranges: Type.Optional(
    Type.Array(BpmRange, { description: "Extension: the tempo as data. Empty if there is none." }),
  ),
  length: Type.Union([Type.Number(), Type.Null()], {
    description: "Length of the film in seconds. Songs at least this long are preferred. Null without film.",
  }),
});

const TimeSpan = Type.Object({
  start: Type.Number({ minimum: 0, description: "Seconds from the start." }),
  end: Type.Number({ minimum: 0 }),
});

const BriefHeard = Type.Object({
  asset_id: Type.Optional(Type.String({ description: "Absent for a file of a command." })),
  kind: Type.Union([Type.Literal("audio"), Type.Literal("video")], {
    description: "An audio file, or the sound of a film.",
  }),
  duration: Type.Number({ minimum: 0, description: "Seconds of the entire sound." }),
  excerpt: orNull(TimeSpan, "The part that the request selects. Null for all of it."),
  typical: orNull(
    TimeSpan,
    "The 30 seconds most like the rest, which count as much as the whole. Null with an excerpt.",
  ),
  bpm: orNull(Type.Number(), "The tempo, if it is fairly certain."),
  key: orNull(Type.String(), "The key, if it is fairly certain."),
  compared: Type.Boolean({ description: "False if the sound is too short or too quiet to be compared." }),
});

const WishSource = Type.Object({
  text: Type.String({ description: "The words, or the name of what was detected in an asset." }),
  source: Type.Union(
    (["query", "context", "asset", "inferred"] as const).map((source) => Type.Literal(source)),
    { description: "Inferred: the words as they were read are not in the text." },
  ),
  turn: Type.Optional(
    Type.Integer({ minimum: 0, description: "The request, counted from 0: the first search of the conversation." }),
  ),
  start: Type.Optional(Type.Integer({ minimum: 0, description: "First UTF-16 code unit of the words in the text." })),
  end: Type.Optional(Type.Integer({ minimum: 0, description: "Code unit after the words." })),
});

const ListedWish = Type.Object({
  id: Type.String({
    description: "Stays the same from turn to turn. A request changes the wish by it, in `attributes.wishes`.",
  }),
  kind: Type.Union((["tag", "constraint", "word", "name", "arc"] as const).map((kind) => Type.Literal(kind))),
  label: Type.String({ description: "In plain language." }),
  polarity: Type.Union(
    POLARITIES.map((polarity) => Type.Literal(polarity)),
    { description: "Must and must not are constraints: a song that is known to break one is not returned." },
  ),
  weight: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description: "Null if it has none." }),
  implied: Type.Boolean({ description: "Whether a situation or an asset implies it, and the client does not say it." }),
  from: Type.Array(WishSource),
});
export type WishSource = Static<typeof WishSource>;
export type ListedWish = Static<typeof ListedWish>;

/** The brief as it was understood from query, context and assets, and as the ranking used it. */
export const BriefDocument = Type.Object({
  wanted: Type.Array(BriefWish),
  avoided: Type.Array(BriefWish, {
    description: "Songs with these tags or closely related ones get a lower score; no song is excluded.",
  }),
  constraints: Type.Array(BriefConstraint, {
    description: "A song that is known to break one of these is not returned.",
  }),
  references: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("like"), Type.Literal("by"), Type.Literal("not")]),
      kind: Type.Union([Type.Literal("artist"), Type.Literal("song")]),
      name: Type.String(),
      known: Type.Boolean({ description: "Whether the catalog has this name." }),
    }),
    { description: "Artists and songs that the brief names." },
  ),
  text: Type.Array(Type.String(), { description: "Words to find in titles, descriptions, lyrics and tags." }),
  // Answers that were stored before this field existed do not have it.
  text_avoided: Type.Optional(Type.Array(Type.String(), { description: "Words that lower the score of a song." })),
  ignored: Type.Array(Type.String(), { description: "Passages without musical meaning, such as deadlines." }),
  corrected: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: "Words that were read as misspellings, with their corrections.",
  }),
  arcs: Type.Optional(
    Type.Array(
      Type.Object({
        shape: Type.Union(
          ARC_SHAPES.map((shape) => Type.Literal(shape)),
          { description: "An arch rises and falls. A hit is an accent." },
        ),
        refused: Type.Boolean(),
        at: Type.Union([Type.Number(), Type.Null()], { description: "Seconds from the start, for a hit." }),
        from: Words,
      }),
      { description: "How the music shall develop. It changes the order of songs and excludes none." },
    ),
  ),
  seen: Type.Optional(BriefSeen),
  heard: Type.Optional(
    Type.Array(BriefHeard, { description: "Sounds that the songs were compared with. An extension of the interface." }),
  ),
  wishes: Type.Optional(
    Type.Array(ListedWish, { description: "All that the brief asks for in one list, with where it comes from." }),
  ),
  ignored_from: Type.Optional(Type.Array(WishSource, { description: "Where the ignored passages are." })),
  overrides_unused: Type.Optional(
    Type.Array(Type.String(), { description: "Ids in `attributes.wishes` that name nothing in the brief." }),
  ),
  unserved: Type.Array(Type.String(), {
    description: "What the catalog cannot satisfy, in plain language. If no song fits, it says why.",
  }),
  // Answers that were stored before this field existed do not have it.
  unserved_facts: Type.Optional(
    Type.Array(UnservedFacts, { description: "Extension: the same as data, in the same order." }),
  ),
});
export type BriefDocument = Static<typeof BriefDocument>;

/** Why a song is in the answer, with its verdict on each constraint. */
export const HitMeta = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  score: Type.Number({ minimum: 0, maximum: 1, description: "Comparable within one result only." }),
  band: Type.Union([Type.Literal("strong"), Type.Literal("good"), Type.Literal("possible")]),
  reasons: Type.Array(Type.String(), {
    description: "A few words each: up to five of the strongest reasons, then facts about the constraints.",
  }),
  // Answers that were stored before this field existed do not have it.
  reason_facts: Type.Optional(
    Type.Array(ReasonFacts, { description: "Extension: the reasons as data, in the same order." }),
  ),
  verdicts: Type.Array(
    Type.Object({
      constraint: Type.String(),
      verdict: Type.Union([Type.Literal("met"), Type.Literal("unknown"), Type.Literal("failed")]),
    }),
  ),
  audio_file: Type.Union([Type.String(), Type.Null()], {
    description: "The id of the audio file that fits the brief best; null if the song has no playable file.",
  }),
});
export type HitMeta = Static<typeof HitMeta>;

/** The stored result of an execution: the brief and the ranking. Metadata and URLs are read again for every response. */
export const Answer = Type.Object({
  brief: BriefDocument,
  catalog_version: Type.String(),
  songs: Type.Array(Type.Object({ id: Type.String(), meta: HitMeta })),
});
export type Answer = Static<typeof Answer>;
