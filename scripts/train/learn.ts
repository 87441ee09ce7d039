import type { StoredHead, StoredHeads } from "../../src/analysis/learned-heads.ts";
import { NONE } from "../../src/analysis/decide.ts";
import { featuresFor } from "./blocks.ts";
import { placeRows, type Rows } from "./fit-softmax.ts";
import { figuresOf, type HeldOut } from "./figures.ts";
import { HEAD_PLANS, type Lessons, lessonsOf } from "./head-plans.ts";
import { byGroup, bySource, heldOutGroups } from "./hold-out.ts";
import {
  fitJoint,
  HEAD_NAMES,
  type HeadName,
  type JointFit,
  type Judged,
  seenTogether,
  withShift,
} from "./joint-fit.ts";
import { productKernel } from "./kernel/product-kernel.ts";
import { learnMeasures } from "./learn-measures.ts";
import { packFloats, packHead } from "./pack-heads.ts";
import { type Certainty, type Decision, mostSureOf, promisedSlope, reliabilityOf, slopeOf } from "./reliability.ts";
import type { Samples } from "./samples.ts";
import { standardise } from "./standardise.ts";
import { scoresOfPicture, trainHead } from "./train-head.ts";

export interface Learned {
  readonly heads: StoredHeads;
  /** Per head: with held-out groups, and with each source held out. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** The scores of pictures by a head that was not trained on them. */
type Scores = ReadonlyMap<number, Float64Array>;

interface Trained {
  readonly lessons: Lessons;
  readonly weights: Float64Array;
  readonly groupsHeldOut: Scores;
  readonly sourcesHeldOut: Scores;
}

/** Weights in the joint fit: pictures seen by eye, others, and those of held-out sources relative to held-out groups. */
const COUNTS = { eye: 1, other: 0.43, source: 0.15 } as const;
/** Of the pictures that were not seen by eye, every third is enough for the joint fit. */
const OTHERS = 3;

/**
 * Trains every head on all pictures but those of the held-out third, and evaluates it on held-out groups and sources.
 * Changes the samples.
 */
export async function learn(samples: Samples, colourFeatures: number, say: (line: string) => void): Promise<Learned> {
  const scale = standardise(samples);
  const rows = placeRows(await productKernel(), samples.rows, samples.width);
  const held = heldOutGroups(samples.pictures);
  const pictures = [...samples.pictures.keys()].filter((at) => !held.has(samples.pictures[at]?.group ?? ""));
  const trained = new Map<HeadName, Trained>();
  for (const plan of HEAD_PLANS) {
    trained.set(plan.name, trainPlan(samples, rows, pictures, plan));
    say(`${plan.name}: trained`);
  }
  const named = (name: HeadName): Trained => {
    const one = trained.get(name);
    if (one === undefined) throw new Error(`No plan trains the head ${name}.`);
    return one;
  };
  const own = judgedBy(samples, named, (one) => one.groupsHeldOut);
  const foreign = judgedBy(samples, named, (one) => one.sourcesHeldOut);
  const values = {
    subject: named("subject").lessons.values,
    setting: named("setting").lessons.values,
    scene: named("scene").lessons.values,
    time: named("time").lessons.values,
    weather: named("weather").lessons.values,
  };
  const some = ({ at, isEye }: Seen): boolean => isEye || at % OTHERS === 0;
  const fit = fitJoint(
    [
      ...own.filter(some).map((one) => ({ ...one, weight: one.isEye ? COUNTS.eye : COUNTS.other })),
      ...foreign
        .filter(some)
        .map((one) => ({ ...one, weight: COUNTS.source * (one.isEye ? COUNTS.eye : COUNTS.other) })),
    ],
    values,
  );
  say(`joint: ${JSON.stringify(fit)}`);
  const figures: Record<string, unknown> = {};
  const head = (name: HeadName): StoredHead => {
    const decisions = (seen: readonly Seen[]): (Decision & Seen)[] =>
      seen.flatMap((one) => {
        const right = one.right[name];
        return right === undefined ? [] : [{ ...one, shares: seenTogether(one.scores, values, fit)[name], right }];
      });
    const [ownDecisions, foreignDecisions] = [decisions(own), decisions(foreign)];
    const certainty = certaintyFor(name, ownDecisions, foreignDecisions);
    figures[name] = {
      ...(name === "subject" ? {} : { groupsHeldOut: figuresOf(labelled(ownDecisions, name), certainty, NONE) }),
      ...(name === "subject"
        ? {}
        : { sourcesHeldOut: bySourceFigures(samples, labelled(foreignDecisions, name), certainty) }),
      reliability: {
        ...(name === "subject" ? {} : { sourcesHeldOut: reliabilityOf(foreignDecisions, certainty) }),
        seenByEye: reliabilityOf(
          ownDecisions.filter(({ isEye }) => isEye),
          certainty,
        ),
      },
    };
    say(`${name}: ${JSON.stringify(figures[name])}`);
    return storedHead(name, named(name), samples.width, { fit, certainty });
  };
  const labelled = <One extends Seen & HeldOut>(decisions: readonly One[], name: HeadName): readonly One[] =>
    decisions.filter(({ at }) => named(name).lessons.of.get(at)?.from === "label");
  const heads = Object.fromEntries(HEAD_NAMES.map((name) => [name, head(name)])) as Record<HeadName, StoredHead>;
  const measures = learnMeasures(samples, pictures, say);
  return {
    figures: { ...figures, ...measures.figures },
    heads: {
      colourFeatures,
      means: packFloats(scale.means),
      deviations: packFloats(scale.deviations),
      ...heads,
      ...measures.heads,
    },
  };
}

function trainPlan(samples: Samples, rows: Rows, among: readonly number[], plan: (typeof HEAD_PLANS)[number]): Trained {
  const lessons = lessonsOf(plan, samples.pictures);
  const pictures = among.filter((picture) => lessons.of.has(picture));
  const uses = featuresFor(plan.name, samples.width);
  const train = (from: readonly number[]): Float64Array =>
    trainHead(samples, rows, { pictures: from, lessons, ridge: plan.ridge, uses });
  const scoresBy = (splits: ReturnType<typeof byGroup>): Scores =>
    new Map(
      splits.flatMap(({ learn: from, judge }) => {
        const weights = train(from);
        return judge.map((picture) => [picture, scoresOfPicture(samples, picture, weights)] as const);
      }),
    );
  return {
    lessons,
    weights: train(pictures),
    groupsHeldOut: scoresBy(byGroup(samples.pictures, pictures, among, plan.folds)),
    sourcesHeldOut: scoresBy(bySource(samples.pictures, pictures, among)),
  };
}

/** A picture with the scores of all heads. */
interface Seen extends Judged {
  readonly at: number;
  readonly isEye: boolean;
}

function judgedBy(
  samples: Samples,
  named: (name: HeadName) => Trained,
  scoresIn: (trained: Trained) => Scores,
): readonly Seen[] {
  return [...samples.pictures.entries()].flatMap(([at, { eye }]): Seen[] => {
    const scores: Partial<Record<HeadName, Float64Array>> = {};
    const right: Partial<Record<HeadName, string>> = {};
    for (const name of HEAD_NAMES) {
      const { lessons } = named(name);
      const known = scoresIn(named(name)).get(at);
      if (known === undefined) return [];
      scores[name] = known;
      const lesson = lessons.of.get(at);
      // That a picture of a collection of places is of a place is almost certain, and the joint fit needs it.
      if (lesson !== undefined && (lesson.from !== "inference" || name === "subject")) right[name] = lesson.value;
    }
    return [{ at, isEye: eye !== null && !eye.isOwn, scores: scores as Judged["scores"], right, weight: 1 }];
  });
}

/**
 * Future pictures are between known sources and foreign ones, so the slope is the geometric mean of both, or less if what is
 * said with 0.9 would not be right nine times in ten in foreign sources. Most values of a subject are known from one source
 * only, so without that source it cannot be judged.
 */
function certaintyFor(
  name: HeadName,
  own: readonly (Decision & Seen)[],
  foreign: readonly (Decision & Seen)[],
): Certainty {
  const isSubject = name === "subject";
  const judged = isSubject ? own.filter(({ isEye }) => isEye) : foreign;
  const slope = isSubject
    ? slopeOf(judged)
    : Math.min(Math.sqrt(slopeOf(own) * slopeOf(foreign)), promisedSlope(foreign));
  return { slope, mostSure: mostSureOf(judged, slope) };
}

function bySourceFigures(samples: Samples, decisions: readonly (Seen & HeldOut)[], certainty: Certainty): object {
  const groups = Map.groupBy(decisions, ({ at }) => samples.pictures[at]?.source ?? "");
  return Object.fromEntries([...groups].map(([source, held]) => [source, figuresOf(held, certainty, NONE)]));
}

function storedHead(
  name: HeadName,
  trained: Trained,
  width: number,
  { fit, certainty }: { readonly fit: JointFit; readonly certainty: Certainty },
): StoredHead {
  const { values } = trained.lessons;
  const weights = withShift(name, values, trained.weights, width, fit);
  return packHead(
    { values, features: "all", temperature: 1 / fit.shares[name], ...certainty, sureFrom: 0 },
    weights,
    width,
  );
}
