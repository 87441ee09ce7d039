import { chances, type Kind, type PiecePlan } from "./generated-music.ts";
import {
  HELD_OUT_STYLES,
  HELD_OUT_TIMBRES,
  STYLES,
  type StyleName,
  TIMBRES,
  type TimbreName,
} from "./generated-music-plans.ts";

const KINDS: readonly Kind[] = ["band", "band", "melodic", "drums", "pad"];
const NOISE_EVERY = 20;

/**
 * Returns plans of pieces by seed: all 24 keys in turn, the rest at random. With `isHeldOut`, only styles and timbres that
 * nothing was fitted on.
 */
export function planOf(seed: number, isHeldOut: boolean, seconds = 36): PiecePlan {
  const chance = chances(seed * 7_919 + 13);
  chance();
  const among = <Value>(values: readonly Value[], fallback: Value): Value =>
    values[Math.floor(chance() * values.length)] ?? fallback;
  return {
    seed,
    kind: seed % NOISE_EVERY === NOISE_EVERY - 1 ? "noise" : (KINDS[seed % KINDS.length] ?? "band"),
    seconds,
    style: among(styles(isHeldOut), "rock"),
    timbre: among(timbres(isHeldOut), "piano"),
    tonic: seed % 12,
    mode: Math.floor(seed / 12) % 2 === 1 ? "major" : "minor",
  };
}

function styles(isHeldOut: boolean): readonly StyleName[] {
  return Object.keys(STYLES)
    .filter(isStyle)
    .filter((name) => HELD_OUT_STYLES.includes(name) === isHeldOut);
}

function timbres(isHeldOut: boolean): readonly TimbreName[] {
  return Object.keys(TIMBRES)
    .filter(isTimbre)
    .filter((name) => HELD_OUT_TIMBRES.includes(name) === isHeldOut);
}

function isStyle(name: string): name is StyleName {
  return name in STYLES;
}

function isTimbre(name: string): name is TimbreName {
  return name in TIMBRES;
}
