import { type Static, Type } from "@sinclair/typebox";
import { FilmAnalysis, PictureAnalysis } from "../../../schema/wire/analysis.ts";

/** A picture's size as it is shown: its EXIF orientation is applied. */
export const PictureProbe = Type.Object({ format: Type.String(), width: Type.Integer(), height: Type.Integer() });
export type PictureProbe = Static<typeof PictureProbe>;

/** What ffprobe found in a film. `container` is ffmpeg's name of the format; `width` and `height` are as shown. */
export const FilmProbe = Type.Object({
  container: Type.Union([Type.Literal("mov"), Type.Literal("matroska")]),
  /** Seconds. */
  duration: Type.Number(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Frames a second; null where it is not told. */
  frameRate: Type.Union([Type.Number(), Type.Null()]),
  videoCodec: Type.String(),
  hasAudio: Type.Boolean(),
  /** The ffmpeg to read it with. */
  ffmpegPath: Type.String(),
});
export type FilmProbe = Static<typeof FilmProbe>;

/** Hexadecimal. The first four have 64 bits; PDQ has 256, and a quality from 0 to 100. */
export const PerceptualHashes = Type.Object({
  dct: Type.String(),
  dctWithoutMean: Type.String(),
  difference: Type.String(),
  average: Type.String(),
  pdq: Type.String(),
  pdqQuality: Type.Integer(),
});
export type PerceptualHashes = Static<typeof PerceptualHashes>;

/** What the child is asked, and the shape of its answers. */
export const OPERATIONS = {
  probe: PictureProbe,
  hash: PerceptualHashes,
  picture: PictureAnalysis,
  film: FilmAnalysis,
  "film-hashes": Type.Array(PerceptualHashes),
  /** JPEGs in base64, for a vision model. */
  show: Type.Array(Type.String()),
} as const;
export type Operation = keyof typeof OPERATIONS;
export type AnswerOf<Name extends Operation> = Static<(typeof OPERATIONS)[Name]>;

/** One line of JSON each way. */
export const SightRequest = Type.Object({
  operation: Type.Union((Object.keys(OPERATIONS) as Operation[]).map((name) => Type.Literal(name))),
  path: Type.String(),
  film: Type.Optional(FilmProbe),
});
export type SightRequest = Static<typeof SightRequest>;

export const SightAnswer = Type.Union([
  Type.Object({ ready: Type.Literal(true) }),
  Type.Object({ value: Type.Unknown() }),
  /** `isSentence`: it is written for whoever sent the file, and names nothing of ours. */
  Type.Object({ error: Type.String(), isSentence: Type.Optional(Type.Boolean()) }),
]);
export type SightAnswer = Static<typeof SightAnswer>;
