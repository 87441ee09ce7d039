import { type Static, Type } from "@sinclair/typebox";

const closed = { additionalProperties: false } as const;
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Leaning = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/**
 * A value that a learned head guesses. Below a confidence of 0.5 the value is "unsure", except in `scenes`, which always
 * names two.
 */
export const Guess = Type.Object(
  { value: Type.String(), confidence: Share("The estimated probability that the value is right.") },
  closed,
);
export type Guess = Static<typeof Guess>;

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
  { model: Type.String(), words: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 40 }) },
  closed,
);
export type Description = Static<typeof Description>;

const looks = {
  words: Type.Array(Type.String(), { description: "What was detected, in plain words, the most certain first." }),
  time_of_day: Guess,
  weather: Guess,
  setting: Guess,
  scenes: Type.Array(Guess, { maxItems: 2, description: "The two most likely groups of scenes." }),
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
  palette: Type.Array(Colour, { maxItems: 6 }),
  valence: Leaning("A weak guess: -1 is unpleasant, 1 is pleasant."),
  arousal: Leaning("A weak guess: -1 is calm, 1 is exciting."),
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
  },
  closed,
);

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
    camera: Guess,
    cuts: Type.Integer({ minimum: 0 }),
    cuts_per_minute: Type.Number({ minimum: 0 }),
    cut_curve: Curve("Cuts per minute in equal parts of the film."),
    flicker: Share("How often the brightness jumps up and down between frames."),
    brightness_curve: Curve("Mean lightness in equal parts of the film."),
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
