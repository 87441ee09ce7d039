import type { FilmChange, Guess } from "../../../schema/wire/analysis.ts";
import { meanOf } from "../statistics.ts";
import { trendOf } from "./energy-curve.ts";

/** What is known of one moment. */
export interface MomentLook {
  readonly brightness: number;
  readonly timeOfDay: Guess;
  readonly edgeDensity: number;
  /** 0 to 1, without the movement of the camera. */
  readonly activity: number;
  /** Whether the picture grows or shrinks, which adds or removes details, too. */
  readonly isZoom: boolean;
}

/** Fewer moments show no change. */
const MOMENTS_MIN = 3;
const FLICKER_MIN = 0.15;
const BRIGHTNESS_MIN = 0.12;
/** Correlation of the brightness with time: shots in any order of light are no change. */
const TREND_MIN = 0.6;
/** Share of the moments of a third that must have the same certain time of day. */
const AGREEING_MIN = 0.6;
/** A crowd adds details and movement: by these factors, and at least by these differences. */
const CROWD = { edges: 1.3, edgesMin: 0.03, activity: 2, activityMin: 0.04 } as const;

/**
 * Returns how a film changes from its first third to its last. A change of light is a fact, the others are guesses.
 * @param flicker of the film: in a strobe, the first and the last moment differ by chance.
 * @param light the brightness in equal parts of the film. A few moments can show a change by chance that the film does not have.
 */
export function changesOf(
  moments: readonly MomentLook[],
  flicker: number,
  light: readonly number[],
): readonly FilmChange[] {
  if (moments.length < MOMENTS_MIN || flicker >= FLICKER_MIN) return [];
  const third = Math.floor(moments.length / 3);
  const [first, last] = [moments.slice(0, third), moments.slice(-third)];
  return [...changeOfTime(first, last), ...changeOfLight(first, last, moments, light), ...changeOfCrowd(first, last)];
}

function changeOfTime(first: readonly MomentLook[], last: readonly MomentLook[]): FilmChange[] {
  const [before, after] = [agreedTime(first), agreedTime(last)];
  if (before === "day" && after === "night") return ["day to night"];
  return before === "night" && after === "day" ? ["night to day"] : [];
}

function agreedTime(moments: readonly MomentLook[]): string | null {
  const values = moments.map(({ timeOfDay }) => timeOfDay.value);
  const common = values.find(
    (value) => value !== "unsure" && values.filter((one) => one === value).length >= AGREEING_MIN * values.length,
  );
  return common ?? null;
}

function changeOfLight(
  first: readonly MomentLook[],
  last: readonly MomentLook[],
  all: readonly MomentLook[],
  light: readonly number[],
): FilmChange[] {
  const mean = (moments: readonly MomentLook[]): number => meanOf(moments.map((moment) => moment.brightness));
  const gained = mean(last) - mean(first);
  const trend = trendOf(all.map(({ brightness }) => brightness));
  if (Math.abs(gained) < BRIGHTNESS_MIN || trend * Math.sign(gained) < TREND_MIN) return [];
  if (gainOf(light) * Math.sign(gained) < BRIGHTNESS_MIN / 2) return [];
  return [gained > 0 ? "dark to bright" : "bright to dark"];
}

/** Returns the difference between the last and the first third. */
function gainOf(curve: readonly number[]): number {
  const third = Math.ceil(curve.length / 3);
  return curve.length < 2 ? 0 : meanOf(curve.slice(-third)) - meanOf(curve.slice(0, third));
}

function changeOfCrowd(first: readonly MomentLook[], last: readonly MomentLook[]): FilmChange[] {
  if ([...first, ...last].some(({ isZoom }) => isZoom)) return [];
  if (isFuller(last, first)) return ["empty to crowded"];
  return isFuller(first, last) ? ["crowded to empty"] : [];
}

function isFuller(full: readonly MomentLook[], empty: readonly MomentLook[]): boolean {
  const [edges, edgesBefore] = [full, empty].map((some) => meanOf(some.map(({ edgeDensity }) => edgeDensity)));
  const [activity, activityBefore] = [full, empty].map((some) => meanOf(some.map((moment) => moment.activity)));
  const isMore = (after = 0, before = 0, factor: number, least: number): boolean =>
    after > factor * before && after - before > least;
  return (
    isMore(edges, edgesBefore, CROWD.edges, CROWD.edgesMin) &&
    isMore(activity, activityBefore, CROWD.activity, CROWD.activityMin)
  );
}
