import type { FilmProbe } from "../sight/protocol.ts";

/** A part of the film that is decoded by one child: frames `from` to before `to` of the survey's grid. */
export interface SurveyWindow {
  readonly from: number;
  readonly to: number;
}

/** How the whole film is looked through for cuts, light and colour. */
export interface SurveyPlan {
  /** Frames a second of the survey's grid. */
  readonly rate: number;
  /** Of the whole film, were it all surveyed. */
  readonly frameCount: number;
  /** Leaves out what no other frame is predicted from, and the smoothing of blocks. */
  readonly isHasty: boolean;
  /** In the film's order; those of a film that would take too long have gaps between them. */
  readonly windows: readonly SurveyWindow[];
}

/**
 * Pixels whose decoding is worth it: ten minutes of 1080p at 25 frames a second, which takes two cores about 15 s in
 * haste. By pixels and not by time, so that a busy machine sees the same in a film.
 */
const PIXELS_MAX = 600 * 25 * 1920 * 1080 * 1.1;
/** Up to here every frame is decoded as it should be: a minute of 1080p. */
const PIXELS_UNHURRIED = PIXELS_MAX / 10;
/** A window's share of the pixels: small enough for two children at a time to end together. */
const PIXELS_A_WINDOW = PIXELS_MAX / 24;
const FRAMES_MAX = 4_800;
const RATE = { hasty: 8, full: 25 } as const;
const WINDOW_SECONDS_MIN = 4;
const UNKNOWN_RATE = 25;

/** How much longer than H.264 a pixel takes; of these only HEVC can leave out frames too. */
const EFFORT: Readonly<Record<string, number>> = { h264: 1, hevc: 1.3, vp9: 2, av1: 2, prores: 2, vp8: 1 };

export function surveyPlan(film: FilmProbe): SurveyPlan {
  const sourceRate = film.frameRate ?? UNKNOWN_RATE;
  const pixelsASecond = film.width * film.height * sourceRate * (EFFORT[film.videoCodec] ?? 1.5);
  const pixels = pixelsASecond * film.duration;
  const isHasty = pixels > PIXELS_UNHURRIED;
  const rateWanted = Math.min(sourceRate, isHasty ? RATE.hasty : RATE.full);
  const rate = Math.min(rateWanted, FRAMES_MAX / film.duration);
  const frameCount = Math.max(1, Math.ceil(film.duration * rate));
  const seconds = Math.max(WINDOW_SECONDS_MIN, PIXELS_A_WINDOW / pixelsASecond);
  const covered = Math.min(1, PIXELS_MAX / pixels);
  const count = Math.min(frameCount, Math.max(1, Math.round((film.duration * covered) / seconds)));
  return { rate, frameCount, isHasty, windows: windowsOf(frameCount, count, covered) };
}

/** Evenly over the film, each in the middle of its part and of a frame at least. */
function windowsOf(frameCount: number, count: number, covered: number): readonly SurveyWindow[] {
  const part = frameCount / count;
  const left = (part * (1 - covered)) / 2;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(index * part + left);
    return { from, to: Math.max(from + 1, Math.floor((index + 1) * part - left)) };
  });
}
