import { type Static, Type } from "@sinclair/typebox";
import { FilmAnalysis, PictureAnalysis } from "../../../schema/wire/analysis.ts";

/** Format and size of a picture, after its EXIF orientation is applied. */
export const PictureProbe = Type.Object({ format: Type.String(), width: Type.Integer(), height: Type.Integer() });
export type PictureProbe = Static<typeof PictureProbe>;

/** What ffprobe reports of a film. `container` is the ffmpeg demuxer; `width` and `height` are after rotation. */
export const FilmProbe = Type.Object({
  container: Type.Union([Type.Literal("mov"), Type.Literal("matroska")]),
  /** Seconds. */
  duration: Type.Number(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Frames per second; null if unknown. */
  frameRate: Type.Union([Type.Number(), Type.Null()]),
  videoCodec: Type.String(),
  /** Version of x264 that made a 4:4:4 film; null for other films. */
  x264Version: Type.Union([Type.Integer(), Type.Null()]),
  hasAudio: Type.Boolean(),
  /** Path of the ffmpeg to decode it with. */
  ffmpegPath: Type.String(),
});
export type FilmProbe = Static<typeof FilmProbe>;

/** Perceptual hashes in hexadecimal. The first four have 64 bits; PDQ has 256 bits and a quality from 0 to 100. */
export const PerceptualHashes = Type.Object({
  dct: Type.String(),
  dctWithoutMean: Type.String(),
  difference: Type.String(),
  average: Type.String(),
  pdq: Type.String(),
  pdqQuality: Type.Integer(),
});
export type PerceptualHashes = Static<typeof PerceptualHashes>;

/** The operations of the child, with the schemas of their results. */
export const OPERATIONS = {
  probe: PictureProbe,
  hash: PerceptualHashes,
  picture: PictureAnalysis,
  film: FilmAnalysis,
  "film-hashes": Type.Array(PerceptualHashes),
  /** JPEGs in base64, for a vision model. */
  show: Type.Array(Type.String()),
} as const;
export type AnalysisOperation = keyof typeof OPERATIONS;
export type AnswerOf<Name extends AnalysisOperation> = Static<(typeof OPERATIONS)[Name]>;

/** A request to the child: one line of JSON. */
export const AnalysisRequest = Type.Object({
  operation: Type.Union((Object.keys(OPERATIONS) as AnalysisOperation[]).map((name) => Type.Literal(name))),
  path: Type.String(),
  film: Type.Optional(FilmProbe),
});
export type AnalysisRequest = Static<typeof AnalysisRequest>;

/** The answer of the child: one line of JSON. */
export const AnalysisAnswer = Type.Union([
  Type.Object({ ready: Type.Literal(true) }),
  Type.Object({ value: Type.Unknown() }),
  /** `isSentence` means that the error is written for the client and contains no internals; `isCrash` that ffmpeg was killed. */
  Type.Object({
    error: Type.String(),
    isSentence: Type.Optional(Type.Boolean()),
    isCrash: Type.Optional(Type.Boolean()),
  }),
]);
export type AnalysisAnswer = Static<typeof AnalysisAnswer>;
