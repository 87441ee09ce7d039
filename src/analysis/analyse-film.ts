import type { FilmAnalysis, PictureAnalysis } from "../../schema/wire/analysis.ts";
import { brightnessOf } from "./brightness.ts";
import { describePixels } from "./describe-pixels.ts";
import { FilmUnreadable } from "./film-unreadable.ts";
import { activityOf, type ActivitySource } from "./film/activity.ts";
import { cameraOf, motionSpeedOf } from "./film/camera.ts";
import { cutsOf } from "./film/cuts.ts";
import { energyCurveOf, energyOf } from "./film/energy-curve.ts";
import { filmWords } from "./film/film-words.ts";
import { flickerOf } from "./film/flicker.ts";
import { type Heard, listen } from "./film/listen.ts";
import { looksOverTime } from "./film/looks-over-time.ts";
import { loudnessByPart } from "./film/loudness.ts";
import { type Moment, MOTION_SIZE } from "./film/moments.ts";
import { type Motion, motionOf } from "./film/motion.ts";
import { musicTempoOf } from "./film/music-tempo.ts";
import { paceOf } from "./film/pace.ts";
import { countsByPart, meansByPart, partCountOf, type Timed } from "./film/parts.ts";
import { phaseCorrelator } from "./film/phase-correlation.ts";
import { silenceShareOf } from "./film/silence.ts";
import { speechShareOf } from "./film/speech-share.ts";
import { SURVEY_SIZE, type SurveyFrame } from "./film/survey.ts";
import { type SurveyPlan, surveyPlan } from "./film/survey-plan.ts";
import { watch } from "./film/watch.ts";
import { toLab } from "./lab.ts";
import type { FilmProbe } from "./sight/protocol.ts";
import { clamp, meanOf, rounded } from "./statistics.ts";
import { warmthOf } from "./warmth.ts";

/** For all of it: about fifteen times what ten minutes of 1080p take two cores. */
const WITHIN_MS = 300_000;
/** Curves of light and colour are made of so many frames at most. */
const LIGHT_FRAMES_MAX = 300;
/** Less of the film than this could be read: it is said in the note. */
const WHOLE = 0.9;

/**
 * What is seen and heard in a film, in words and numbers. It decodes in children of its own and computes for about
 * four seconds on a film of ten minutes: to be called where nothing else waits.
 * The same film gives the same analysis, on a busy machine too.
 * Throws FilmUnreadable with a sentence for the asset's `error`, and the signal's reason.
 */
export async function analyseFilm(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmAnalysis> {
  const deadline = AbortSignal.timeout(WITHIN_MS);
  const stop = new AbortController();
  try {
    return await analyse(path, film, AbortSignal.any([signal, deadline, stop.signal]));
  } catch (error) {
    if (deadline.aborted && !signal.aborted) throw new FilmUnreadable("The film took too long to look through.");
    throw error;
  } finally {
    // No child of it outlives a failure of another.
    stop.abort();
  }
}

async function analyse(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmAnalysis> {
  const plan = surveyPlan(film);
  const [{ moments, frames }, heard] = await Promise.all([
    watch(path, film, plan, signal),
    film.hasAudio ? listen(path, film, signal) : null,
  ]);
  if (moments.length === 0 || frames.length === 0) throw new FilmUnreadable("No picture of the film can be decoded.");
  const looks = looksOverTime(moments.map(({ picture }) => describePixels(picture)));
  return { kind: "video", ...compose(film, { plan, moments, frames, heard, looks }) };
}

interface Watched {
  readonly plan: SurveyPlan;
  readonly moments: readonly Moment[];
  readonly frames: readonly SurveyFrame[];
  readonly heard: Heard | null;
  readonly looks: Omit<PictureAnalysis, "kind">;
}

function compose(film: FilmProbe, { plan, moments, frames, heard, looks }: Watched): Omit<FilmAnalysis, "kind"> {
  const { duration } = film;
  const partCount = partCountOf(duration);
  const cutTimes = cutsOf(frames, plan.rate);
  // Of what was not looked through as many cuts are assumed.
  const seenSeconds = Math.min(duration, frames.length / plan.rate);
  const missed = plan.windows.reduce((sum, { from, to }) => sum - (to - from), plan.frameCount) / plan.frameCount;
  const scale = 1 / Math.max(0.01, 1 - missed);
  const cutsPerMinute = (cutTimes.length * 60) / seenSeconds;
  const cutCurve = countsByPart(cutTimes, duration, partCount).map(
    (count) => (count * scale * 60 * partCount) / duration,
  );

  const motions = motionsOf(moments, film);
  const activities = moments.map(({ frames: grey, rate }, index) =>
    activityOf({ frames: grey, rate, ...moved(motions[index], film) }),
  );
  const speed = motionSpeedOf(motions);
  const flicker = flickerOf(moments.map(lightnessRun), moments[0]?.rate ?? 1);
  const pace = paceOf({ cutsPerMinute, motion: speed, activity: meanOf(activities), flicker });

  const timed = (values: readonly number[]): Timed[] =>
    values.map((value, index) => ({ at: moments[index]?.at ?? 0, value }));
  const speeds = meansByPart(timed(motions.map((motion) => motion.speed ?? speed)), duration, partCount);
  const busyness = meansByPart(timed(activities), duration, partCount);
  const loudness = heard === null ? null : loudnessByPart(heard.frames, duration, partCount);
  const energies = cutCurve.map((cuts, part) => {
    const partPace = paceOf({ cutsPerMinute: cuts, motion: speeds[part] ?? 0, activity: busyness[part] ?? 0, flicker });
    return energyOf({ pace: partPace, loudness: loudness?.[part] ?? null });
  });
  const curve = energyCurveOf(energies, duration);
  const light = lightOf(frames, plan.rate);
  const numbers = {
    ...looks,
    energy: rounded(clamp(meanOf(energies))),
    duration: rounded(duration),
    pace: rounded(pace),
    motion: rounded(speed),
    camera: cameraOf(motions),
    cuts: Math.round(cutTimes.length * scale),
    cuts_per_minute: rounded(cutsPerMinute),
    cut_curve: cutCurve.map(rounded),
    flicker: rounded(flicker),
    brightness_curve: meansByPart(light.brightness, duration, partCount).map(rounded),
    warmth_curve: meansByPart(light.warmth, duration, partCount).map(rounded),
    energy_curve: {
      shape: curve.shape,
      peak_at: curve.peakAt === null ? null : rounded(curve.peakAt),
      values: curve.values.map(rounded),
    },
    sound: heard === null ? null : soundOf(heard),
    ...noteOf(frames.length, plan),
  };
  return { ...numbers, words: filmWords({ kind: "video", ...numbers }, looks.words) };
}

function motionsOf(moments: readonly Moment[], { width, height }: FilmProbe): readonly Motion[] {
  const correlator = phaseCorrelator(MOTION_SIZE.width, MOTION_SIZE.height);
  return moments.map(({ frames, rate }) =>
    motionOf({ frames, rate, ...MOTION_SIZE, aspect: width / height }, correlator),
  );
}

function moved(motion: Motion | undefined, { width, height }: FilmProbe): Omit<ActivitySource, "frames" | "rate"> {
  const { across = 0, down = 0 } = motion ?? {};
  return { ...MOTION_SIZE, across: across / 100, down: ((down / 100) * width) / height };
}

function lightnessRun({ frames }: Moment): readonly number[] {
  return frames.map((frame) => meanOf(frame) / 255);
}

function lightOf(
  frames: readonly SurveyFrame[],
  rate: number,
): { readonly brightness: readonly Timed[]; readonly warmth: readonly Timed[] } {
  const step = Math.ceil(frames.length / LIGHT_FRAMES_MAX);
  const chosen = frames.filter((_, index) => index % step === 0);
  const labs = chosen.map(({ place, data }) => ({ at: place / rate, lab: toLab({ data, ...SURVEY_SIZE }) }));
  return {
    brightness: labs.map(({ at, lab }) => ({ at, value: brightnessOf(lab).mean })),
    warmth: labs.map(({ at, lab }) => ({ at, value: warmthOf(lab) })),
  };
}

function soundOf({ frames, loudness }: Heard): FilmAnalysis["sound"] {
  return {
    loudness,
    silence_share: rounded(silenceShareOf(frames)),
    speech_share: rounded(speechShareOf(frames)),
    music_bpm: loudness === null ? null : musicTempoOf(frames),
  };
}

function noteOf(frameCount: number, plan: SurveyPlan): { readonly note?: string } {
  const planned = plan.windows.reduce((sum, { from, to }) => sum + to - from, 0);
  const share = frameCount / planned;
  // A frame is often missing at the end.
  return share >= WHOLE || planned - frameCount <= 2
    ? {}
    : { note: `Only ${Math.round(share * 100)} % of the film could be decoded: the file may be cut short or damaged.` };
}
