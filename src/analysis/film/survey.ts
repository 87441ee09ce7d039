import type { FilmProbe } from "../pool/protocol.ts";
import { frameSplitter } from "./frame-splitter.ts";
import { reportsDamage } from "./reported-damage.ts";
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
/** A window with damage is decoded again in this many pieces, and pieces with damage are dropped. */
const PIECES = 8;

/**
 * Decodes one window of the survey. The frames are in order. Frames that cannot be decoded are missing, and so are frames
 * that are damaged or refer to damaged ones: decoding a piece starts at the keyframe before it, so all damage since then
 * is reported. Throws FilmUnreadable if it takes too much processor time, and the signal's reason.
 */
export async function surveyWindow(
  path: string,
  film: FilmProbe,
  plan: SurveyPlan,
  window: SurveyWindow,
  signal: AbortSignal,
): Promise<readonly SurveyFrame[]> {
  const decoded = await decodeWindow(path, film, plan, window, signal);
  if (!decoded.isDamaged) return decoded.frames;
  const frames: SurveyFrame[] = [];
  for (const piece of piecesOf(window)) {
    const again = await decodeWindow(path, film, plan, piece, signal);
    if (!again.isDamaged) frames.push(...again.frames);
  }
  return frames;
}

function piecesOf({ from, to }: SurveyWindow): readonly SurveyWindow[] {
  const size = Math.ceil((to - from) / PIECES);
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, index) => ({
    from: from + index * size,
    to: Math.min(to, from + (index + 1) * size),
  }));
}

async function decodeWindow(
  path: string,
  film: FilmProbe,
  { rate, isFast }: SurveyPlan,
  { from, to }: SurveyWindow,
  signal: AbortSignal,
): Promise<{ readonly frames: readonly SurveyFrame[]; readonly isDamaged: boolean }> {
  const { width, height } = SURVEY_SIZE;
  // `bidir` skips bidirectionally predicted frames. Codecs without such frames ignore it.
  const fastDecoding = isFast ? ["-skip_frame", "bidir", "-skip_loop_filter", "all", "-flags2", "+fast"] : [];
  const scaling = `fps=${rate}:start_time=0,scale=${width}:${height}:flags=area,format=rgb24`;
  const inputOptions = [...fastDecoding, "-ss", (from / rate).toFixed(3)];
  const options = ["-map", "0:v:0", "-frames:v", String(to - from), "-vf", scaling, "-f", "rawvideo", "pipe:1"];
  const limits = { cpuMsMax: WINDOW_CPU_MS_MAX, outputBytesMax: FRAME_BYTES * (to - from) };
  const frames: SurveyFrame[] = [];
  const take = frameSplitter({ first: FRAME_BYTES, others: FRAME_BYTES }, (frame) =>
    frames.push({ number: from + frames.length, data: frame.slice() }),
  );
  const run = { inputOptions, options, limits, signal, logLevel: "warning" } as const;
  const { stderr } = await runOnFilm(path, film, run, take);
  return { frames, isDamaged: reportsDamage(stderr) };
}
