import type { FilmProbe } from "../sight/protocol.ts";
import { type Moment, momentAt, momentTimes } from "./moments.ts";
import { surveyWindow, type SurveyFrame } from "./survey.ts";
import type { SurveyPlan } from "./survey-plan.ts";

/** What was decoded of a film, in its order; what cannot be decoded is missing. */
export interface Watched {
  readonly moments: readonly Moment[];
  readonly frames: readonly SurveyFrame[];
}

/** Children at a time, of one thread each: two decoders of a thread are quicker than one of two. */
const LANES = 2;
/** Pixels a second up to which decoding from a keyframe to an exact time costs little: 640x480 at 30 frames. */
const EXACT_PIXELS_A_SECOND = 640 * 480 * 30;
const UNKNOWN_RATE = 25;

/** Looks through the whole film and closely at its moments. Throws FilmUnreadable when ffmpeg hangs, and the signal's reason. */
export async function watch(path: string, film: FilmProbe, plan: SurveyPlan, signal: AbortSignal): Promise<Watched> {
  const windows: (readonly SurveyFrame[])[] = [];
  const moments: (Moment | null)[] = [];
  const isCheap = film.width * film.height * (film.frameRate ?? UNKNOWN_RATE) <= EXACT_PIXELS_A_SECOND;
  const times = momentTimes(film.duration);
  const look = (at: number, index: number, exactly: boolean) => async (): Promise<void> => {
    moments[index] = await momentAt(path, film, at, exactly, signal);
  };
  await inLanes([
    ...plan.windows.map((window, index) => async () => {
      windows[index] = await surveyWindow(path, film, plan, window, signal);
    }),
    ...times.map((at, index) => look(at, index, isCheap)),
  ]);
  if (!isCheap) {
    // Where two began with the same keyframe, the later is decoded up to its own time.
    const repeated = times.flatMap((at, index) =>
      isSame(moments[index - 1], moments[index]) ? [look(at, index, true)] : [],
    );
    await inLanes(repeated);
  }
  return { moments: moments.filter((moment) => moment !== null), frames: windows.flat() };
}

async function inLanes(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function isSame(one: Moment | null | undefined, other: Moment | null | undefined): boolean {
  return one != null && other != null && Buffer.compare(one.picture.data, other.picture.data) === 0;
}
