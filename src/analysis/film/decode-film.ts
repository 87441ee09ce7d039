import type { FilmProbe } from "../pool/protocol.ts";
import { type Moment, momentAt, momentTimes } from "./moments.ts";
import { surveyWindow, type SurveyFrame } from "./survey.ts";
import type { SurveyPlan } from "./survey-plan.ts";

/** The decoded parts of a film, in order of time. Parts that cannot be decoded are missing. */
export interface DecodedFilm {
  readonly moments: readonly Moment[];
  readonly frames: readonly SurveyFrame[];
}

/** Parallel children with one thread each: two decoders with one thread are faster than one with two. */
const CHILDREN_MAX = 2;
/** Pixels per second up to which decoding from a keyframe to an exact time is cheap: 640x480 at 30 frames. */
const EXACT_PIXELS_PER_SECOND = 640 * 480 * 30;
const UNKNOWN_RATE = 25;

/** Decodes the survey and the moments of a film. Throws FilmUnreadable if it takes too much processor time, and the signal's reason. */
export async function decodeFilm(
  path: string,
  film: FilmProbe,
  plan: SurveyPlan,
  signal: AbortSignal,
): Promise<DecodedFilm> {
  const windows: (readonly SurveyFrame[])[] = [];
  const moments: (Moment | null)[] = [];
  const isCheap = film.width * film.height * (film.frameRate ?? UNKNOWN_RATE) <= EXACT_PIXELS_PER_SECOND;
  const times = momentTimes(film.duration);
  const decode = (at: number, index: number, exactly: boolean) => async (): Promise<void> => {
    moments[index] = await momentAt(path, film, at, exactly, signal);
  };
  await runParallel([
    ...plan.windows.map((window, index) => async () => {
      windows[index] = await surveyWindow(path, film, plan, window, signal);
    }),
    ...times.map((at, index) => decode(at, index, isCheap)),
  ]);
  if (!isCheap) {
    // If two moments start at the same keyframe, the later one is decoded again at its exact time.
    const repeated = times.flatMap((at, index) =>
      isSame(moments[index - 1], moments[index]) ? [decode(at, index, true)] : [],
    );
    await runParallel(repeated);
  }
  return { moments: moments.filter((moment) => moment !== null), frames: windows.flat() };
}

async function runParallel(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: CHILDREN_MAX }, worker));
}

function isSame(one: Moment | null | undefined, other: Moment | null | undefined): boolean {
  return one != null && other != null && Buffer.compare(one.picture.data, other.picture.data) === 0;
}
