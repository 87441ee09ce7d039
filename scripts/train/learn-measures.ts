import type { StoredHead } from "../../src/analysis/learned-heads.ts";
import { correlation, sureFrom } from "./figures.ts";
import { MEASURE_PLANS, type MeasurePlan } from "./head-plans.ts";
import { byGroup } from "./hold-out.ts";
import { packHead } from "./pack-heads.ts";
import type { Samples } from "./samples.ts";
import { scoresOfPicture, trainMeasure } from "./train-head.ts";

/** A rating of 1 is this many standard deviations of the guesses: one picture in twenty exceeds it. */
const RATING_DEVIATIONS = 2;
const FOLDS = 10;
/** A rating is given where it is on the right side of the average in this share of the held-out pictures. */
const RIGHT_SIDE = 0.75;

/** Trains the ratings, and finds out from which value on they can be relied on. */
export function learnMeasures(
  samples: Samples,
  pictures: readonly number[],
  say: (line: string) => void,
): {
  readonly heads: { readonly valence: StoredHead; readonly arousal: StoredHead };
  readonly figures: Readonly<Record<string, unknown>>;
} {
  const figures: Record<string, unknown> = {};
  const learn = (name: MeasurePlan["name"]): StoredHead => {
    const plan = MEASURE_PLANS.find((one) => one.name === name);
    if (plan === undefined) throw new Error(`No plan trains the rating ${name}.`);
    const { head, ...rest } = learnMeasure(samples, pictures, plan);
    figures[name] = rest;
    say(`${name}: ${JSON.stringify(rest)}`);
    return head;
  };
  return { heads: { valence: learn("valence"), arousal: learn("arousal") }, figures };
}

function learnMeasure(
  samples: Samples,
  among: readonly number[],
  plan: MeasurePlan,
): { readonly head: StoredHead; readonly r: number; readonly given: number } {
  const { width } = samples;
  const ratingOf = new Map<number, number>();
  for (const index of among) {
    const picture = samples.pictures[index];
    const rating = picture === undefined ? null : plan.ratingOf(picture);
    if (rating !== null) ratingOf.set(index, rating);
  }
  const pictures = [...ratingOf.keys()];
  const train = (from: readonly number[]): Float64Array =>
    trainMeasure(samples, { pictures: from, ratingOf, ridge: plan.ridge });
  const pairs = byGroup(samples.pictures, pictures, pictures, FOLDS).flatMap(({ learn: from, judge: held }) => {
    const weights = train(from);
    return held.map((picture) => {
      const [guess = 0] = scoresOfPicture(samples, picture, weights);
      return [guess, ratingOf.get(picture) ?? 0] as const;
    });
  });
  const weights = train(pictures);
  // The average picture is 0, independent of the raters' scale.
  const mean = weights[width] ?? 0;
  weights[width] = 0;
  const centred = pairs.map(([guess, rating]) => [guess - mean, rating - mean] as const);
  const spread = Math.sqrt(centred.reduce((sum, [guess]) => sum + guess ** 2, 0) / centred.length);
  const limit = sureFrom(centred, RIGHT_SIDE);
  const temperature = RATING_DEVIATIONS * spread;
  const stored = {
    values: [plan.name],
    features: "all",
    temperature,
    slope: 1,
    mostSure: 1,
    sureFrom: Math.min(9, limit / temperature),
  };
  return {
    head: packHead(stored, weights, width),
    r: correlation(pairs),
    given: Math.round((1000 * centred.filter(([guess]) => Math.abs(guess) >= limit).length) / centred.length) / 1000,
  };
}
