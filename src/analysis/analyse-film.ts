import { CUT_TIMES_MAX, type FilmAnalysis, type PictureAnalysis } from "../../schema/wire/analysis.ts";
import { describePixels } from "./analyse-picture.ts";
import { brightnessOf } from "./brightness.ts";
import { activityOf, type ActivitySource } from "./film/activity.ts";
import { cameraOf, motionSpeedOf } from "./film/camera.ts";
import { combinePictures } from "./film/combine-pictures.ts";
import { changesOf, type MomentLook } from "./film/changes.ts";
import { cutsOf } from "./film/cuts.ts";
import { decodeFilm, type DecodedFilm } from "./film/decode-film.ts";
import { decodeSound, type FilmSound } from "./film/decode-sound.ts";
import { describeSound } from "./film/describe-sound.ts";
import { extremesOf } from "./film/extremes.ts";
import { energyCurveOf, energyOf } from "./film/energy-curve.ts";
import { filmWords } from "./film/film-words.ts";
import { flickerOf } from "./film/flicker.ts";
import { type Moment, MOTION_SIZE } from "./film/moments.ts";
import { type Motion, motionOf } from "./film/motion.ts";
import { paceOf } from "./film/pace.ts";
import { countsByPart, meansByPart, partCountOf, type Timed } from "./film/parts.ts";
import { phaseCorrelator } from "./film/phase-correlation.ts";
import { areRegular } from "./film/regular-cuts.ts";
import { loudnessByPart } from "./film/sound-level.ts";
import { SURVEY_SIZE, type SurveyFrame } from "./film/survey.ts";
import { type SurveyPlan, surveyPlan } from "./film/survey-plan.ts";
import { toLab } from "./lab.ts";
import type { FilmProbe } from "./pool/protocol.ts";
import { clamp, meanOf, rounded } from "./statistics.ts";
import { FilmUnreadable } from "./unreadable.ts";
import { warmthOf } from "./warmth.ts";
import { ZOOM_BLOCK, zoomOf } from "./film/zoom.ts";

/** The curves of brightness and warmth use at most this many frames. */
const LIGHT_FRAMES_MAX = 300;
/** If a smaller share of the film can be decoded, the note says so. */
const DECODED_SHARE_MIN = 0.9;

/**
 * Analyses the pictures and the sound of a film. It decodes in child processes and computes for about four seconds on a
 * film of ten minutes, so call it in a process that does nothing else. The result does not depend on the load of the machine:
 * limits are of processor time, here for each child, and for the entire film in the process that starts this one.
 * Throws FilmUnreadable, with a sentence for the asset's `error`, and the signal's reason.
 */
export async function analyseFilm(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmAnalysis> {
  const stop = new AbortController();
  try {
    return await analyse(path, film, AbortSignal.any([signal, stop.signal]));
  } finally {
    // Ends the other children after one has failed.
    stop.abort();
  }
}

async function analyse(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmAnalysis> {
  const plan = surveyPlan(film);
  const [decoded, sound] = await Promise.all([
    decodeFilm(path, film, plan, signal),
    film.hasAudio ? decodeSound(path, film, signal) : null,
  ]);
  const { moments, frames } = decoded;
  if (moments.length === 0 || frames.length === 0) throw new FilmUnreadable("No picture of the film can be decoded.");
  const pictures = moments.map(({ picture }) => describePixels(picture));
  return { kind: "video", ...compose(film, { plan, ...decoded, sound, pictures }) };
}

interface Sources extends DecodedFilm {
  readonly plan: SurveyPlan;
  readonly sound: FilmSound | null;
  /** The analyses of the moments' pictures. */
  readonly pictures: readonly PictureAnalysis[];
}

function compose(film: FilmProbe, { plan, moments, frames, sound, pictures }: Sources): Omit<FilmAnalysis, "kind"> {
  const { duration } = film;
  const looks = combinePictures(pictures);
  const partCount = partCountOf(duration);
  const cuts = measureCuts(frames, plan, duration, partCount);

  const motions = motionsOf(moments, film);
  const activities = moments.map(({ frames: grey, rate }, index) =>
    activityOf({ frames: grey, rate, ...cameraMovement(motions[index], film) }),
  );
  const growths = growthsOf(moments);
  const speed = motionSpeedOf(motions);
  const flicker = flickerOf(moments.map(lightnessRun), moments[0]?.rate ?? 1);
  const pace = paceOf({ cutsPerMinute: cuts.perMinute, motion: speed, activity: meanOf(activities), flicker });

  const timed = (values: readonly number[]): Timed[] =>
    values.map((value, index) => ({ at: moments[index]?.at ?? 0, value }));
  const speeds = meansByPart(timed(motions.map((motion) => motion.speed ?? speed)), duration, partCount);
  const activityByPart = meansByPart(timed(activities), duration, partCount);
  const loudness = sound === null ? null : loudnessByPart(sound.frames, duration, partCount);
  const cutEnergies = areRegular(cuts.times) ? cuts.curve.map(() => cuts.perMinute) : cuts.curve;
  const energies = cutEnergies.map((cutsPerMinute, part) => {
    const partPace = paceOf({ cutsPerMinute, motion: speeds[part] ?? 0, activity: activityByPart[part] ?? 0, flicker });
    return energyOf({ pace: partPace, loudness: loudness?.[part] ?? null });
  });
  const curve = energyCurveOf(energies, duration);
  const light = lightOf(frames, plan.rate);
  const brightnessCurve = meansByPart(light.brightness, duration, partCount).map(rounded);
  const numbers = {
    ...looks,
    energy: rounded(clamp(meanOf(energies))),
    duration: rounded(duration),
    pace: rounded(pace),
    motion: rounded(speed),
    activity: rounded(meanOf(activities)),
    camera: cameraOf(motions, growths),
    cuts: cuts.count,
    cuts_per_minute: rounded(cuts.perMinute),
    cut_times: cuts.times.slice(0, CUT_TIMES_MAX).map(rounded),
    cut_curve: cuts.curve.map(rounded),
    flicker: rounded(flicker),
    brightness_curve: brightnessCurve,
    ...extremesOf(light.brightness, duration),
    changes: [...changesOf(looksOf(pictures, activities, growths), flicker, brightnessCurve)],
    warmth_curve: meansByPart(light.warmth, duration, partCount).map(rounded),
    energy_curve: {
      shape: curve.shape,
      peak_at: curve.peakAt === null ? null : rounded(curve.peakAt),
      values: curve.values.map(rounded),
    },
    sound: sound === null ? null : describeSound(sound, loudness ?? []),
    ...noteOf(frames.length, plan),
  };
  return { ...numbers, words: filmWords({ kind: "video", ...numbers }, looks.words) };
}

interface Cuts {
  /** Seconds. */
  readonly times: readonly number[];
  readonly count: number;
  readonly perMinute: number;
  /** Cuts per minute in equal parts of the film. */
  readonly curve: readonly number[];
}

/** Counts cuts. The gaps between survey windows are assumed to have as many cuts as the windows. */
function measureCuts(frames: readonly SurveyFrame[], plan: SurveyPlan, duration: number, partCount: number): Cuts {
  const times = cutsOf(frames, plan.rate);
  const surveyedSeconds = Math.min(duration, frames.length / plan.rate);
  const missed = plan.windows.reduce((sum, { from, to }) => sum - (to - from), plan.frameCount) / plan.frameCount;
  const scale = 1 / Math.max(0.01, 1 - missed);
  return {
    times,
    count: Math.round(times.length * scale),
    perMinute: (times.length * 60) / surveyedSeconds,
    curve: countsByPart(times, duration, partCount).map((count) => (count * scale * 60 * partCount) / duration),
  };
}

function motionsOf(moments: readonly Moment[], { width, height }: FilmProbe): readonly Motion[] {
  const correlator = phaseCorrelator(MOTION_SIZE.width, MOTION_SIZE.height);
  return moments.map(({ frames, rate }) =>
    motionOf({ frames, rate, ...MOTION_SIZE, aspect: width / height }, correlator),
  );
}

function growthsOf(moments: readonly Moment[]): readonly number[] {
  const correlator = phaseCorrelator(ZOOM_BLOCK, ZOOM_BLOCK);
  return moments.map(({ frames, rate }) => zoomOf({ frames, rate, ...MOTION_SIZE }, correlator));
}

function looksOf(
  pictures: readonly PictureAnalysis[],
  activities: readonly number[],
  growths: readonly number[],
): readonly MomentLook[] {
  return pictures.map((picture, index) => ({
    brightness: picture.brightness,
    timeOfDay: picture.time_of_day,
    edgeDensity: picture.edge_density,
    activity: activities[index] ?? 0,
    isZoom: (growths[index] ?? 0) !== 0,
  }));
}

function cameraMovement(
  motion: Motion | undefined,
  { width, height }: FilmProbe,
): Omit<ActivitySource, "frames" | "rate"> {
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
  const labs = chosen.map(({ number, data }) => ({ at: number / rate, lab: toLab({ data, ...SURVEY_SIZE }) }));
  return {
    brightness: labs.map(({ at, lab }) => ({ at, value: brightnessOf(lab).mean })),
    warmth: labs.map(({ at, lab }) => ({ at, value: warmthOf(lab) })),
  };
}

function noteOf(frameCount: number, plan: SurveyPlan): { readonly note?: string } {
  const planned = plan.windows.reduce((sum, { from, to }) => sum + to - from, 0);
  const share = frameCount / planned;
  // The last frames are often missing.
  return share >= DECODED_SHARE_MIN || planned - frameCount <= 2
    ? {}
    : { note: `Only ${Math.round(share * 100)} % of the film could be decoded: the file may be cut short or damaged.` };
}
