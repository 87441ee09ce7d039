import { type Static, Type } from "@sinclair/typebox";

const closed = { additionalProperties: false } as const;
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Leaning = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/** What was seen, with how sure that is. Below a confidence of 0.5 the value is "unsure", but for `scenes`, which always names two. */
export const Sighting = Type.Object(
  { value: Type.String(), confidence: Share("How often such a statement is right.") },
  closed,
);
export type Sighting = Static<typeof Sighting>;

const Colour = Type.Object(
  {
    name: Type.String({ description: 'In plain words: "dark blue".' }),
    hex: Type.String({ pattern: "^#[0-9a-f]{6}$" }),
    share: Share("Of the picture's surface."),
  },
  closed,
);

/** What a configured vision model said of it: data, never an instruction. */
export const Description = Type.Object(
  { model: Type.String(), words: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 40 }) },
  closed,
);
export type Description = Static<typeof Description>;

const looks = {
  words: Type.Array(Type.String(), { description: "What was seen, the surest first, in plain words." }),
  time_of_day: Sighting,
  weather: Sighting,
  setting: Sighting,
  scenes: Type.Array(Sighting, { maxItems: 2, description: "The two likeliest groups of scenes." }),
  brightness: Share("Mean lightness."),
  brightness_spread: Share("From the darkest tenth to the lightest tenth."),
  contrast: Share("Root mean square of lightness about its mean, doubled."),
  saturation: Share("Mean chroma."),
  colourfulness: Share("After Hasler and Süsstrunk, divided by 109 (their 'extremely colourful')."),
  warmth: Leaning("Blue is -1, orange 1."),
  edge_density: Share("Share of pixels on an edge."),
  texture: Share("Fine detail against the whole."),
  symmetry: Share("Left against right."),
  skin_share: Share("Pixels of a skin tone: no more than a hint that people are near."),
  palette: Type.Array(Colour, { maxItems: 6 }),
  valence: Leaning("A weak guess at pleasant (1) or unpleasant (-1)."),
  arousal: Leaning("A weak guess at stirring (1) or calm (-1)."),
  energy: Share("How much is going on, from contrast, colour and detail; in a film from motion, cuts and sound."),
  description: Type.Optional(Description),
  note: Type.Optional(
    Type.String({ description: "What could not be done, for example that the vision model was away." }),
  ),
};

export const PictureAnalysis = Type.Object({ kind: Type.Literal("image"), ...looks }, closed);
export type PictureAnalysis = Static<typeof PictureAnalysis>;

const Curve = (description: string) => Type.Array(Type.Number(), { maxItems: 60, description });

const Sound = Type.Object(
  {
    loudness: Type.Union([Type.Number(), Type.Null()], { description: "EBU R128 integrated, LUFS; null for silence." }),
    silence_share: Share("Of the duration."),
    speech_share: Share("Of the duration that sounds like speech."),
    music_bpm: Type.Union([Type.Number(), Type.Null()], { description: "Of music that is there already, if clear." }),
  },
  closed,
);

export const FilmAnalysis = Type.Object(
  {
    kind: Type.Literal("video"),
    ...looks,
    duration: Type.Number({ minimum: 0, description: "Seconds." }),
    pace: Share("Of cuts and motion together: 0 is a still, 1 a chase."),
    motion: Type.Number({ minimum: 0, description: "Median speed of the picture, percent of its width a second." }),
    camera: Sighting,
    cuts: Type.Integer({ minimum: 0 }),
    cuts_per_minute: Type.Number({ minimum: 0 }),
    cut_curve: Curve("Cuts per minute in equal parts of the film."),
    flicker: Share("Brightness that jumps to and fro between frames."),
    brightness_curve: Curve("Mean lightness in equal parts of the film."),
    warmth_curve: Curve("Warmth in equal parts of the film."),
    energy_curve: Type.Object(
      {
        shape: Type.Union(
          (["steady", "builds", "falls", "peaks", "varies"] as const).map((shape) => Type.Literal(shape)),
        ),
        peak_at: Type.Union([Type.Number(), Type.Null()], { description: "Seconds; null where there is no peak." }),
        values: Curve("0 to 1, from motion, cuts and sound, in equal parts of the film."),
      },
      closed,
    ),
    sound: Type.Union([Sound, Type.Null()], { description: "Null for a film without a sound track." }),
  },
  closed,
);
export type FilmAnalysis = Static<typeof FilmAnalysis>;

/** What was seen in a picture or film. */
export const Analysis = Type.Union([PictureAnalysis, FilmAnalysis]);
export type Analysis = Static<typeof Analysis>;
