import { type Static, Type } from "@sinclair/typebox";

const closed = { additionalProperties: false } as const;
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Leaning = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/**
 * A value that the learned heads guess. "none" means that the picture shows nothing of the kind: a portrait has no scene,
 * a room no weather. "unsure" means that no value, including "none", has a confidence above 0.5; the confidence is that of
 * the most likely value.
 */
export const Guess = Type.Object(
  { value: Type.String(), confidence: Share("The estimated probability that the value is right.") },
  closed,
);
export type Guess = Static<typeof Guess>;

const described = (description: string) => Type.Object(Guess.properties, { ...closed, description });

const Colour = Type.Object(
  {
    name: Type.String({ description: 'In plain words: "dark blue".' }),
    hex: Type.String({ pattern: "^#[0-9a-f]{6}$" }),
    share: Share("Share of the picture's area."),
  },
  closed,
);

/** Words from a configured vision model. They are data, never instructions. */
export const Description = Type.Object(
  {
    model: Type.String(),
    words: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 40 }),
    sentence: Type.Optional(
      Type.String({ maxLength: 300, description: "What happens in the picture, read like the context of a scene." }),
    ),
  },
  closed,
);
export type Description = Static<typeof Description>;

const looks = {
  words: Type.Array(Type.String(), { description: "What was detected, in plain words, the most certain first." }),
  subject: Type.Optional(
    described(
      "What the picture is of: place, people, animal, object, food, texture, graphic (slide, chart, title card), or unsure. Analyses of earlier versions have none.",
    ),
  ),
  time_of_day: described("day, dusk, night; none where the light shows no hour; or unsure."),
  weather: described("cloudy, fog, rain, snow, sunrise, sunshine; none where no sky or weather is visible; or unsure."),
  setting: described("indoors, outdoors; none for a graphic; or unsure."),
  scenes: Type.Array(Guess, {
    maxItems: 2,
    description:
      "The likely groups of scenes. A single none if the picture is not of a place, a single unsure if no scene is likely. Scenes of one analysis fit its setting and its subject.",
  }),
  brightness: Share("Mean lightness."),
  brightness_spread: Share("Difference between the 10th and the 90th percentile of lightness."),
  contrast: Share("Twice the standard deviation of lightness."),
  saturation: Share("Mean chroma."),
  colourfulness: Share("Measured as by Hasler and Süsstrunk (2003); 1 is their 'extremely colourful'."),
  warmth: Leaning("-1 is blue, 1 is orange."),
  edge_density: Share("Share of pixels on an edge."),
  texture: Share("Fine detail relative to all variation in lightness."),
  symmetry: Share("Similarity of the left and the right half."),
  skin_share: Share("Share of pixels with a skin tone: only a hint that people are present."),
  flat_share: Type.Optional(
    Share(
      "Share of pixels that equal their neighbours: high in slides and charts. Analyses of earlier versions have none.",
    ),
  ),
  palette: Type.Array(Colour, { maxItems: 6 }),
  valence: Leaning("A weak guess: -1 is unpleasant, 1 is pleasant; 0 if unsure, and for pictures without colour."),
  arousal: Leaning("A weak guess: -1 is calm, 1 is exciting; 0 if unsure, and for pictures without colour."),
  energy: Share("Visual energy, from contrast, colour and detail; of a film, from motion, cuts and sound."),
  description: Type.Optional(Description),
  note: Type.Optional(
    Type.String({
      description: "What is missing from the analysis, for example because the vision model was unavailable.",
    }),
  ),
};

export const PictureAnalysis = Type.Object({ kind: Type.Literal("image"), ...looks }, closed);
export type PictureAnalysis = Static<typeof PictureAnalysis>;

const Curve = (description: string) => Type.Array(Type.Number(), { maxItems: 60, description });

const Seconds = (description: string) => Type.Number({ minimum: 0, description });
/** The lists of a film are bounded, so that its document is. */
export const PASSAGES_MAX = 30;
const passage = { from: Seconds("Seconds from the start."), to: Seconds("Seconds from the start.") };

/** What can be heard in a film. "unsure" is what cannot be told apart. */
export const HEARD_KINDS = ["silence", "speech", "music", "crowd", "rain", "wind", "machinery", "unsure"] as const;
const Heard = Type.Union(HEARD_KINDS.map((kind) => Type.Literal(kind)));
export type HeardKind = Static<typeof Heard>;

const Passages = (description: string) =>
  Type.Array(Type.Object(passage, closed), { maxItems: PASSAGES_MAX, description });

const Sound = Type.Object(
  {
    loudness: Type.Union([Type.Number(), Type.Null()], {
      description: "Integrated loudness by EBU R128, in LUFS; null for silence.",
    }),
    silence_share: Share("Share of the duration that is silent."),
    speech_share: Share("Share of the duration that sounds like speech."),
    music_bpm: Type.Union([Type.Number(), Type.Null()], {
      description: "Tempo of the film's own music; null if it has no clear tempo.",
    }),
    heard: Type.Optional(
      Type.Array(Type.Object({ value: Heard, share: Share("Share of the duration.") }, closed), {
        maxItems: HEARD_KINDS.length,
        description: "What the sound is, the largest share first: a guess.",
      }),
    ),
    passages: Type.Optional(
      Type.Array(Type.Object({ value: Heard, ...passage }, closed), {
        maxItems: PASSAGES_MAX,
        description: "Where each kind of sound is, to two seconds. At most the 30 longest, in order of time.",
      }),
    ),
    loud: Type.Optional(Passages("Where the film is at least 3 dB louder than on average.")),
    quiet: Type.Optional(Passages("Where the film is at least 10 dB quieter than on average, or silent.")),
    loudness_curve: Type.Optional(Curve("Loudness in equal parts of the film: 0 is silence, 1 the loudest scenes.")),
  },
  closed,
);

export const CUT_TIMES_MAX = 500;
const Extreme = (description: string) =>
  Type.Object(
    { at: Seconds("Seconds from the start."), brightness: Share("Mean lightness.") },
    { ...closed, description },
  );

/** How a film can change from its first third to its last. */
export const FILM_CHANGES = [
  "dark to bright",
  "bright to dark",
  "night to day",
  "day to night",
  "empty to crowded",
  "crowded to empty",
] as const;
export type FilmChange = (typeof FILM_CHANGES)[number];

/** Fields that are optional were added later; the analyses of older builds do not have them. */
export const FilmAnalysis = Type.Object(
  {
    kind: Type.Literal("video"),
    ...looks,
    duration: Type.Number({ minimum: 0, description: "Seconds." }),
    pace: Share("From cuts and motion: 0 is a still picture, 1 is a chase."),
    motion: Type.Number({
      minimum: 0,
      description: "Median speed of the picture, in percent of its width per second.",
    }),
    activity: Type.Optional(Share("Change within a fifth of a second, without cuts and the movement of the camera.")),
    camera: Guess,
    cuts: Type.Integer({ minimum: 0 }),
    cuts_per_minute: Type.Number({ minimum: 0 }),
    cut_times: Type.Optional(
      Type.Array(Type.Number({ minimum: 0 }), {
        maxItems: CUT_TIMES_MAX,
        description: "Seconds from the start; the first 500 cuts. Gaps of a sampled film have none.",
      }),
    ),
    cut_curve: Curve("Cuts per minute in equal parts of the film."),
    flicker: Share("How often the brightness jumps up and down between frames."),
    brightness_curve: Curve("Mean lightness in equal parts of the film."),
    brightest: Type.Optional(Extreme("The brightest second of the film.")),
    darkest: Type.Optional(Extreme("The darkest second of the film.")),
    changes: Type.Optional(
      Type.Array(Type.Union(FILM_CHANGES.map((change) => Type.Literal(change))), {
        maxItems: 3,
        description: "How the film changes from its first third to its last.",
      }),
    ),
    warmth_curve: Curve("Warmth in equal parts of the film."),
    energy_curve: Type.Object(
      {
        shape: Type.Union(
          (["steady", "builds", "falls", "peaks", "varies"] as const).map((shape) => Type.Literal(shape)),
        ),
        peak_at: Type.Union([Type.Number(), Type.Null()], { description: "Seconds; null without a peak." }),
        values: Curve("0 to 1, from motion, cuts and sound, in equal parts of the film."),
      },
      closed,
    ),
    sound: Type.Union([Sound, Type.Null()], { description: "Null for a film without a sound track." }),
  },
  closed,
);
export type FilmAnalysis = Static<typeof FilmAnalysis>;

/** The analysis of a picture or film. */
export const Analysis = Type.Union([PictureAnalysis, FilmAnalysis]);
export type Analysis = Static<typeof Analysis>;

/** What was heard in an audio file. An extension of the interface. */
export const AudioAnalysis = Type.Object(
  {
    kind: Type.Literal("audio"),
    duration: Type.Number({ minimum: 0, description: "Seconds that could be decoded." }),
    stated: Type.Optional(
      Type.Number({ minimum: 0, description: "Seconds that the header states, if the file is truncated." }),
    ),
    loudness: Type.Union([Type.Number(), Type.Null()], { description: "Integrated, in LUFS." }),
    bpm: Type.Union([Type.Number(), Type.Null()], { description: "The tempo, if it is fairly certain." }),
    key: Type.Union([Type.String(), Type.Null()], { description: "For example `F# minor`, if it is fairly certain." }),
    typical: Type.Union([Type.Object({ start: Type.Number(), end: Type.Number() }, closed), Type.Null()], {
      description:
        "The 30 seconds most like the rest, which a search compares beside the whole. Null for a short file.",
    }),
    words: Type.Array(Type.String(), { description: "The same in a few words." }),
  },
  closed,
);
export type AudioAnalysis = Static<typeof AudioAnalysis>;

/** The analysis of a picture, film or audio file. */
export const AssetAnalysis = Type.Union([PictureAnalysis, FilmAnalysis, AudioAnalysis]);
export type AssetAnalysis = Static<typeof AssetAnalysis>;
