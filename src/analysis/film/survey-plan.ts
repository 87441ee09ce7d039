import type { FilmProbe } from "../pool/protocol.ts";

/** A part of the film that one child decodes: survey frames from `from` up to, but not including, `to`. */
export interface SurveyWindow {
  readonly from: number;
  readonly to: number;
}

/** How a film is sampled for cuts, light and colour. */
export interface SurveyPlan {
  /** Survey frames per second. */
  readonly rate: number;
  /** Number of survey frames in the entire film. */
  readonly frameCount: number;
  /** Fast decoding: skips non-reference frames and the deblocking filter. */
  readonly isFast: boolean;
  /** In order of time. Very long films have gaps between the windows. */
  readonly windows: readonly SurveyWindow[];
}

/**
 * Maximum number of pixels to decode: ten minutes of 1080p at 25 frames per second, about 15 s of fast decoding on two
 * cores. The limit is in pixels and not in time, so that the analysis is the same on a busy machine.
 */
const PIXELS_MAX = 600 * 25 * 1920 * 1080 * 1.1;
/** Up to this number of pixels, all frames are decoded in full: one minute of 1080p. */
const PIXELS_FULL_MAX = PIXELS_MAX / 10;
/** Pixels per window: small enough that two parallel children finish at about the same time. */
const PIXELS_PER_WINDOW = PIXELS_MAX / 24;
const FRAMES_MAX = 4_800;
const RATE = { fast: 8, full: 25 } as const;
const WINDOW_SECONDS_MIN = 4;
const UNKNOWN_RATE = 25;

/** Decoding time per pixel relative to H.264. Of the other codecs, only HEVC can skip frames. */
const EFFORT: Readonly<Record<string, number>> = { h264: 1, hevc: 1.3, vp9: 2, av1: 2, prores: 2, vp8: 1 };

export function surveyPlan(film: FilmProbe): SurveyPlan {
  const sourceRate = film.frameRate ?? UNKNOWN_RATE;
  const pixelsPerSecond = film.width * film.height * sourceRate * (EFFORT[film.videoCodec] ?? 1.5);
  const pixels = pixelsPerSecond * film.duration;
  const isFast = pixels > PIXELS_FULL_MAX;
  const targetRate = Math.min(sourceRate, isFast ? RATE.fast : RATE.full);
  const rate = Math.min(targetRate, FRAMES_MAX / film.duration);
  const frameCount = Math.max(1, Math.ceil(film.duration * rate));
  const seconds = Math.max(WINDOW_SECONDS_MIN, PIXELS_PER_WINDOW / pixelsPerSecond);
  const covered = Math.min(1, PIXELS_MAX / pixels);
  const count = Math.min(frameCount, Math.max(1, Math.round((film.duration * covered) / seconds)));
  return { rate, frameCount, isFast, windows: windowsOf(frameCount, count, covered) };
}

/** Returns evenly spaced windows, each in the middle of its part and with at least one frame. */
function windowsOf(frameCount: number, count: number, covered: number): readonly SurveyWindow[] {
  const part = frameCount / count;
  const left = (part * (1 - covered)) / 2;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(index * part + left);
    return { from, to: Math.max(from + 1, Math.floor((index + 1) * part - left)) };
  });
}
