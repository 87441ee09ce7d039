import type { BpmRange, Kin } from "../../../schema/brief.ts";
import { once } from "../../lib/once.ts";
import { readLines } from "../vocabulary-lines.ts";
import colourAndForm from "../vocabulary/sights/colour-and-form.txt" with { type: "text" };
import film from "../vocabulary/sights/film.txt" with { type: "text" };
import places from "../vocabulary/sights/places.txt" with { type: "text" };
import sound from "../vocabulary/sights/sound.txt" with { type: "text" };
import timeAndWeather from "../vocabulary/sights/time-and-weather.txt" with { type: "text" };
import undertones from "../vocabulary/sights/undertones.txt" with { type: "text" };
import { type Condition, readCondition } from "./condition.ts";

/** Something that can be seen or heard, with the wishes that it implies. It is detected only if all its conditions hold. */
export interface Sight {
  readonly name: string;
  readonly when: readonly Condition[];
  /** Whether it is about light, colour and form, which describe how a scene looks and not what it is. */
  readonly isForm: boolean;
  /** Whether it is a form that counts only if neither a place nor a time says anything about the music. */
  readonly isUndertone: boolean;
  /** Concepts by name; `weight` as in a scene. */
  readonly wants: readonly Kin[];
  readonly against: readonly Kin[];
  readonly tempo: Pace<BpmRange> | null;
  /** `value` is 0 for very low to 3 for high. */
  readonly energy: Pace<number> | null;
}

/** A suitable tempo or energy, and how much it matters, 0 to 1. */
export interface Pace<Value> {
  readonly value: Value;
  readonly weight: number;
}

const ENERGIES = ["very low energy", "low energy", "medium energy", "high energy"];

/** All built-in sights. A line can ask for "70-95 bpm .5" or "low energy .4". Throws on an invalid condition. */
export const knownSights = once(() => [
  ...readSights(timeAndWeather),
  ...readSights(places),
  ...readSights(colourAndForm, { isForm: true }),
  ...readSights(undertones, { isForm: true, isUndertone: true }),
  ...readSights(film),
  ...readSights(sound),
]);

export function readSights(
  file: string,
  { isForm = false, isUndertone = false }: Partial<Pick<Sight, "isForm" | "isUndertone">> = {},
): readonly Sight[] {
  return readLines(file).map(({ name, phrases, kin, contraries }) => ({
    name,
    isForm,
    isUndertone,
    when: phrases.map(readCondition),
    wants: kin.filter((one) => tempoOf(one) === null && energyOf(one) === null),
    against: contraries,
    tempo: kin.map(tempoOf).find((one) => one !== null) ?? null,
    energy: kin.map(energyOf).find((one) => one !== null) ?? null,
  }));
}

function tempoOf({ name, weight }: Kin): Pace<BpmRange> | null {
  const [, min, max] = /^(\d+)-(\d+) bpm$/.exec(name) ?? [];
  return min === undefined ? null : { value: { minBpm: Number(min), maxBpm: Number(max) }, weight };
}

function energyOf({ name, weight }: Kin): Pace<number> | null {
  const value = ENERGIES.indexOf(name);
  return value < 0 ? null : { value, weight };
}
