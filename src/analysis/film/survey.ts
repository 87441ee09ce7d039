import type { FilmProbe } from "../pool/protocol.ts";
import { frameSplitter } from "./frame-splitter.ts";
import { runOnFilm } from "./run-on-film.ts";
import type { SurveyPlan, SurveyWindow } from "./survey-plan.ts";

/** A small RGB frame of the film, with `SURVEY_SIZE`. */
export interface SurveyFrame {
  /** Its time multiplied by the rate. */
  readonly number: number;
  readonly data: Uint8Array;
}

export const SURVEY_SIZE = { width: 64, height: 32 } as const;

const FRAME_BYTES = SURVEY_SIZE.width * SURVEY_SIZE.height * 3;
/** Processor time. */
const WINDOW_CPU_MS_MAX = 120_000;

/**
 * Decodes one window of the survey. The frames are in order; frames that cannot be decoded are missing at the end.
 * Throws FilmUnreadable if it takes too much processor time, and the signal's reason.
 */
export async function surveyWindow(
  path: string,
  film: FilmProbe,
  { rate, isFast }: SurveyPlan,
  { from, to }: SurveyWindow,
  signal: AbortSignal,
): Promise<SurveyFrame[]> {
  const { width, height } = SURVEY_SIZE;
  // `bidir` skips bidirectionally predicted frames. Codecs without such frames ignore it.
  const fastDecoding = isFast ? ["-skip_frame", "bidir", "-skip_loop_filter", "all", "-flags2", "+fast"] : [];
  const scaling = `fps=${rate}:start_time=0,scale=${width}:${height}:flags=area,format=rgb24`;
  const inputOptions = [...fastDecoding, "-ss", (from / rate).toFixed(3)];
  const options = ["-map", "0:v:0", "-frames:v", String(to - from), "-vf", scaling, "-f", "rawvideo", "pipe:1"];
  const limits = { cpuMsMax: WINDOW_CPU_MS_MAX, outputBytesMax: FRAME_BYTES * (to - from) };
  const frames: SurveyFrame[] = [];
  const take = frameSplitter(FRAME_BYTES, (frame) =>
    frames.push({ number: from + frames.length, data: frame.slice() }),
  );
  await runOnFilm(path, film, { inputOptions, options, limits, signal }, take);
  return frames;
}
