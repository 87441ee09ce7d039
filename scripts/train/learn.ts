import type { StoredHead, StoredHeads } from "../../src/analysis/learned-heads.ts";
import { calibrate, correlation, type Figures, figuresOf, type HeldOut } from "./figures.ts";
import { HEAD_PLANS, type HeadPlan, labelledBy, MEASURE_PLANS, type MeasurePlan, OTHER } from "./head-plans.ts";
import { byGroup, bySource, type Split } from "./hold-out.ts";
import { packFloats, packHead } from "./pack-heads.ts";
import type { Samples } from "./samples.ts";
import { standardise } from "./standardise.ts";
import { scoresOfPicture, trainHead, trainMeasure } from "./train-head.ts";

export interface Learned {
  readonly heads: StoredHeads;
  /** Per head: with held-out groups, and with each source held out. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** A rating of 1 is this many standard deviations of the guesses: one picture in twenty exceeds it. */
const RATING_DEVIATIONS = 2;
const FOLDS = 10;

/** Trains every head on all pictures, and evaluates it on held-out pictures. Changes the samples. */
export function learn(samples: Samples, colourFeatures: number, say: (line: string) => void): Learned {
  const scale = standardise(samples);
  const widthOf = (features: string): number => (features === "colour" ? colourFeatures : samples.width);
  const figures: Record<string, unknown> = {};
  const heads = new Map<string, StoredHead>();
  for (const plan of HEAD_PLANS) {
    const { head, ...rest } = learnHead(samples, plan, widthOf(plan.features));
    heads.set(plan.name, head);
    figures[plan.name] = rest;
    say(`${plan.name}: ${JSON.stringify(rest)}`);
  }
  for (const plan of MEASURE_PLANS) {
    const { head, r } = learnMeasure(samples, plan);
    heads.set(plan.name, head);
    figures[plan.name] = { r };
    say(`${plan.name}: r ${r}`);
  }
  const named = (name: string): StoredHead => {
    const head = heads.get(name);
    if (head === undefined) throw new Error(`No plan trains the head ${name}.`);
    return head;
  };
  return {
    figures,
    heads: {
      colourFeatures,
      means: packFloats(scale.means),
      deviations: packFloats(scale.deviations),
      time: named("time"),
      weather: named("weather"),
      setting: named("setting"),
      scene: named("scene"),
      valence: named("valence"),
      arousal: named("arousal"),
    },
  };
}

function learnHead(
  samples: Samples,
  plan: HeadPlan,
  width: number,
): { head: StoredHead; groupsHeldOut: Figures; sourcesHeldOut: Record<string, Figures> } {
  const { values, valueOf } = labelledBy(plan, samples.pictures);
  const pictures = [...valueOf.keys()];
  const isLabelled = (picture: number): boolean => {
    const held = samples.pictures[picture];
    return held !== undefined && plan.labelOf(held) !== null;
  };
  const weightOf = (picture: number): number => (isLabelled(picture) ? 1 : (plan.knownWeight ?? 1));
  const train = (from: readonly number[]): Float64Array =>
    trainHead(samples, { pictures: from, width, valueIndexes: valueOf, values, weightOf, ridge: plan.ridge });
  const judge = ({ learn: from, judge: held }: Split): HeldOut[] => {
    const weights = train(from);
    return held.map((picture) => ({
      scores: scoresOfPicture(samples, picture, width, weights),
      right: valueOf.get(picture) ?? 0,
    }));
  };
  const figures = (held: readonly HeldOut[], temperature: number): Figures =>
    figuresOf(held, temperature, values.indexOf(OTHER));
  const judged = byGroup(samples.pictures, pictures, plan.folds).map(evaluateOnly(isLabelled)).flatMap(judge);
  const foreign = bySource(samples.pictures, pictures, valueOf)
    .map(evaluateOnly(isLabelled))
    .filter((split) => split.judge.length > 0)
    .map((split) => ({ name: split.name, judged: judge(split) }));
  const temperature = temperatureFor(
    judged,
    foreign.flatMap((one) => one.judged),
  );
  return {
    groupsHeldOut: figures(judged, temperature),
    sourcesHeldOut: Object.fromEntries(foreign.map((one) => [one.name, figures(one.judged, temperature)])),
    head: packHead(values, plan.features, train(pictures), width, temperature),
  };
}

function evaluateOnly(isLabelled: (picture: number) => boolean): (split: Split) => Split {
  return (split) => ({ ...split, judge: split.judge.filter(isLabelled) });
}

/** Future pictures are between known sources and foreign ones, so the temperature is the geometric mean of both. */
function temperatureFor(judged: readonly HeldOut[], foreign: readonly HeldOut[]): number {
  const own = calibrate(judged);
  return foreign.length === 0 ? own : Math.sqrt(own * calibrate(foreign));
}

function learnMeasure(samples: Samples, plan: MeasurePlan): { head: StoredHead; r: number } {
  const { width } = samples;
  const ratingOf = new Map<number, number>();
  for (const [index, picture] of samples.pictures.entries()) {
    const rating = plan.ratingOf(picture);
    if (rating !== null) ratingOf.set(index, rating);
  }
  const pictures = [...ratingOf.keys()];
  const train = (from: readonly number[]): Float64Array =>
    trainMeasure(samples, { pictures: from, width, ratingOf, ridge: plan.ridge });
  const pairs = byGroup(samples.pictures, pictures, FOLDS).flatMap(({ learn: from, judge: held }) => {
    const weights = train(from);
    return held.map((picture) => {
      const [guess = 0] = scoresOfPicture(samples, picture, width, weights);
      return [guess, ratingOf.get(picture) ?? 0] as const;
    });
  });
  const weights = train(pictures);
  // The average picture is 0, independent of the raters' scale.
  const mean = weights[width] ?? 0;
  weights[width] = 0;
  const spread = Math.sqrt(pairs.reduce((sum, [guess]) => sum + (guess - mean) ** 2, 0) / pairs.length);
  return { head: packHead([plan.name], "all", weights, width, RATING_DEVIATIONS * spread), r: correlation(pairs) };
}
