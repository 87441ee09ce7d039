import type { Analysis, FilmAnalysis, FilmChange, Guess } from "../../../schema/wire/analysis.ts";
import { colourShares } from "./colour-family.ts";
import { movementOf } from "./cut-tempo.ts";
import { type Condition, type Facts, type Statement, strengthOf } from "./condition.ts";
import { withoutShake } from "./shake.ts";
import { meaningOf, valueOf, vetoesOf } from "./values.ts";

/** Reliability of a learned head and of a model's description; a measurement counts in full. */
const HEAD = 0.85;
const DESCRIBED = 0.9;

/** Share of a head's guess that remains if a description contradicts it. */
const CONTRADICTED = 0.3;

/** Guesses below this confidence are dropped: for pictures unlike the training data most of them would be wrong. */
const CONFIDENCE_MIN = 0.5;
/** Reliability of the kind of sound that is heard, and the shares of the duration from which it counts, and counts in full. */
const HEARD = 0.7;
const HEARD_SHARE_MIN = 0.3;
const HEARD_SHARE = 0.8;
/** A change of light is measured, the others are guessed. */
const CHANGES: Readonly<Partial<Record<FilmChange, number>>> = { "dark to bright": 1, "bright to dark": 1 };
const GUESSED_CHANGE = 0.7;
/** With fewer cuts more, a regularly cut film would quicken: its first shot begins without a cut. */
const GAINED_CUTS_MIN = 3;
/** A film that is silent for more of its length counts as a film without sound. */
const SILENT_SHARE = 0.9;

/** Share of a setting that remains in a picture that is not of a place: a face in a room is no room. */
const BEHIND = 0.3;

/** Below both, a picture is black and white; a foggy street in colour has more of either. */
const COLOURLESS_SATURATION = 0.015;
const COLOURLESS = 0.03;

/** If the subject is unsure, a picture without a scene at this confidence is not of a place. */
const SCENELESS = 0.6;

/** Values that say nothing about the music. */
const SILENT: ReadonlySet<string> = new Set(["none", "unsure"]);

export function factsOf(analysis: Analysis): Facts {
  const numbers = numbersOf(analysis);
  const described = (analysis.description?.words ?? []).flatMap(meaningOf);
  const isContradicted = (about: string, value: string): boolean =>
    described.some((one) => one.about === about) &&
    described.every((one) => one.about !== about || one.value !== value);
  const guesses = guessesOf(analysis).map((one) =>
    isContradicted(one.about, one.value)
      ? { ...one, strength: one.strength * CONTRADICTED, certainty: one.certainty * CONTRADICTED }
      : one,
  );
  const claims: readonly Claim[] = [
    ...guesses,
    ...described.map((one) => ({ ...one, strength: DESCRIBED, certainty: 1 })),
    ...certaintiesOf(analysis),
  ];
  const measured = (name: string): number | null => numbers.get(name) ?? null;
  const measuredOnly: Facts = { said: () => 0, certainty: () => 0, measured };
  const notVetoed = (vetoes: readonly Condition[]): number =>
    vetoes.reduce((least, veto) => Math.min(least, strengthOf(veto, measuredOnly)), 1);
  const most = (of: "strength" | "certainty") => (about: string, value: string) => {
    const matching = claims.filter((one) => one.about === about && one.value === value);
    const greatest = matching.reduce((max, one) => Math.max(max, one[of]), 0);
    return greatest === 0 ? 0 : greatest * notVetoed(vetoesOf(about, value));
  };
  return { said: most("strength"), certainty: most("certainty"), measured };
}

interface Claim extends Statement {
  readonly strength: number;
  /** Before it is weighed by the reliability of its source. */
  readonly certainty: number;
}

function guessesOf(analysis: Analysis): Claim[] {
  return [
    ...claimsBy("time", [analysis.time_of_day]),
    ...claimsBy("weather", [analysis.weather]),
    ...claimsBy("subject", analysis.subject === undefined ? [] : [analysis.subject]),
    ...claimsBy("setting", [analysis.setting], isOfPlace(analysis) ? HEAD : HEAD * BEHIND),
    ...claimsBy("scene", analysis.scenes),
  ];
}

/** Whether the picture is of a place, as far as its analysis says. */
function isOfPlace({ subject, scenes }: Analysis): boolean {
  if (subject === undefined || subject.value === "place") return true;
  const isSceneless = scenes.some(({ value, confidence }) => value === "none" && confidence >= SCENELESS);
  return SILENT.has(subject.value) && !isSceneless;
}

function claimsBy(about: string, sightings: readonly Guess[], share = HEAD): Claim[] {
  return sightings
    .filter(({ value, confidence }) => !SILENT.has(value) && confidence >= CONFIDENCE_MIN)
    .map(({ value, confidence }) => ({
      about,
      value: valueOf(about, value),
      strength: confidence * share,
      certainty: confidence,
    }));
}

/** Returns measured facts that have a name instead of a number. */
function certaintiesOf(analysis: Analysis): Claim[] {
  if (analysis.kind === "image") return [];
  const { energy_curve: curve, camera } = analysis;
  return [
    ...claimsBy("camera", [camera], 1),
    { about: "curve", value: curve.shape, strength: 1, certainty: 1 },
    { about: "sound", value: isSilent(analysis) ? "none" : "some", strength: 1, certainty: 1 },
    ...(analysis.changes ?? []).map((value) => {
      const certainty = CHANGES[value] ?? GUESSED_CHANGE;
      return { about: "change", value, strength: certainty, certainty };
    }),
    ...(analysis.sound?.heard ?? [])
      .filter(({ value, share }) => value !== "unsure" && share >= HEARD_SHARE_MIN)
      .map(({ value, share }) => ({
        about: "heard",
        value,
        strength: Math.min(1, share / HEARD_SHARE) * HEARD,
        certainty: HEARD,
      })),
  ];
}

/** Whether the film has no sound track, or an empty one. */
function isSilent({ sound }: FilmAnalysis): boolean {
  return sound === null || sound.loudness === null || sound.silence_share > SILENT_SHARE;
}

function numbersOf(analysis: Analysis): Map<string, number> {
  const numbers = new Map<string, number>([
    ["brightness", analysis.brightness],
    ["brightness spread", analysis.brightness_spread],
    ["contrast", analysis.contrast],
    ["colourless", isColourless(analysis) ? 1 : 0],
    ["edge density", analysis.edge_density],
    ["texture", analysis.texture],
    ["symmetry", analysis.symmetry],
    ["skin share", analysis.skin_share],
    ["valence", analysis.valence],
    ["arousal", analysis.arousal],
    ["energy", analysis.energy],
    ...(isColourless(analysis) ? [] : coloursOf(analysis)),
  ]);
  if (analysis.kind === "video") for (const [name, value] of filmNumbers(analysis)) numbers.set(name, value);
  return numbers;
}

/** A black-and-white picture says nothing about the colours of its scene: a street in it is not a grey street. */
function isColourless({ saturation, colourfulness }: Analysis): boolean {
  return saturation < COLOURLESS_SATURATION && colourfulness < COLOURLESS;
}

function coloursOf(analysis: Analysis): (readonly [string, number])[] {
  return [
    ["saturation", analysis.saturation],
    ["colourfulness", analysis.colourfulness],
    ["warmth", analysis.warmth],
    ...colourShares(analysis.palette),
  ];
}

function filmNumbers(film: FilmAnalysis): (readonly [string, number])[] {
  const sound = isSilent(film) ? null : film.sound;
  const moving = withoutShake(film);
  return [
    ["pace", moving.pace],
    ["motion", moving.motion],
    ["movement", movementOf(moving)],
    ["cuts per minute", film.cuts_per_minute],
    ["cuts gained", cutsGained(film)],
    ["flicker", film.flicker],
    ["brightness gained", gainOf(film.brightness_curve)],
    ["warmth gained", gainOf(film.warmth_curve)],
    ...(sound === null ? [] : [["silence", silenceOf(sound)] as const, ["speech", sound.speech_share] as const]),
    ...(sound?.loudness == null ? [] : [["loudness", sound.loudness] as const]),
  ];
}

/** The gaps of a beat are no silence. */
function silenceOf({ silence_share: share, music_bpm: bpm }: NonNullable<FilmAnalysis["sound"]>): number {
  return bpm === null ? share : 0;
}

/** Relative to the film's mean: 1 means twice as many cuts at the end as on average. */
function cutsGained({ cut_curve: curve, duration }: FilmAnalysis): number {
  const gained = gainOf(curve);
  const cuts = (Math.abs(gained) * duration) / 3 / 60;
  return cuts < GAINED_CUTS_MIN ? 0 : gained / Math.max(1, meanOf(curve));
}

/** Returns how much the last third of a curve exceeds its first third. */
function gainOf(curve: readonly number[]): number {
  const third = Math.floor(curve.length / 3);
  return third === 0 ? 0 : meanOf(curve.slice(-third)) - meanOf(curve.slice(0, third));
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
