import { ENDINGS, type EndingKind } from "../../../schema/wire/structure.ts";
import { ONSETS_A_SECOND } from "../onset-analyser.ts";
import { onsetCurve } from "../onset-curve.ts";
import type { StructureFrames } from "./structure-meter.ts";

/** The first and the last moment of a sound that can be heard, in seconds, and how it ends. */
export interface SoundEnds {
  readonly start: number;
  readonly end: number;
  readonly ending: EndingKind | null;
}

/** Decibels below the loudest second that count as silence. */
const SILENT_BELOW = 48;
/** Over this time the level is smoothed. */
const SMOOTHED_SECONDS = 0.1;
/**
 * A sound is cut off if it is this loud just before its end, relative to the seconds before and to the loudest moment: a slow decay
 * is as loud as the seconds before, too. Decibels and seconds.
 */
const HARD = { above: -9, aboveLoudest: -25, last: 0.12, before: 3 } as const;
/** Onsets in a fade are strong relative to their own level, so they are counted in the curve that grows with the logarithm. */
const FADE = { seconds: 6, fallsMin: 12, onsetMin: 1.2, straight: 0.85 } as const;
/** After the last onset: a shorter decay is a button, a longer one rings out. */
const BUTTON_SECONDS_MAX = 1.4;
const LAST_ONSET = { from: 8, height: 1.2 } as const;

/**
 * Names the ending: `hard` stops at full level, `fade` becomes quieter while the music goes on, `button` is a last hit with a short
 * decay, `ring_out` a last hit or note that decays for longer. Null for silence and for very short sounds.
 */
export function findEnds(frames: StructureFrames): SoundEnds {
  const levels = smoothedLevels(frames);
  const loudest = levels.reduce((most, level) => Math.max(most, level), -120);
  const isHeard = (level: number): boolean => level > loudest - SILENT_BELOW;
  const first = levels.findIndex(isHeard);
  const last = levels.findLastIndex(isHeard);
  if (loudest < -80 || first < 0 || last - first < 2 * ONSETS_A_SECOND) {
    return { start: Math.max(0, first) / ONSETS_A_SECOND, end: (last + 1) / ONSETS_A_SECOND, ending: null };
  }
  return { start: first / ONSETS_A_SECOND, end: (last + 1) / ONSETS_A_SECOND, ending: endingOf(frames, levels, last) };
}

function endingOf(frames: StructureFrames, levels: Float64Array, last: number): EndingKind {
  const [hard, fade, button, ringOut] = ENDINGS;
  const at = (seconds: number): number => Math.max(0, last - Math.round(seconds * ONSETS_A_SECOND));
  const before = meanOf(levels.subarray(at(HARD.before), at(HARD.last)));
  const loudest = levels.reduce((most, level) => Math.max(most, level), -120);
  const level = meanOf(levels.subarray(at(HARD.last), last + 1));
  if (level > before + HARD.above && level > loudest + HARD.aboveLoudest) return hard;
  const onsets = onsetCurve(
    Float64Array.from(frames.onsets, ({ onset }) => onset),
    ONSETS_A_SECOND,
  );
  if (isFade(levels.subarray(at(FADE.seconds), last + 1), onsets.subarray(at(FADE.seconds), last + 1))) return fade;
  let lastOnset = at(LAST_ONSET.from);
  for (let one = lastOnset; one <= last; one++) if ((onsets[one] ?? 0) > LAST_ONSET.height) lastOnset = one;
  return (last - lastOnset) / ONSETS_A_SECOND <= BUTTON_SECONDS_MAX ? button : ringOut;
}

/** The level falls far and evenly, and onsets go on until shortly before the end. */
function isFade(levels: Float64Array, onsets: Float64Array): boolean {
  const quarter = levels.length >> 2;
  if (quarter < ONSETS_A_SECOND) return false;
  const parts = [0, 1, 2, 3].map((part) => meanOf(levels.subarray(part * quarter, (part + 1) * quarter)));
  const falls = parts.slice(1).map((level, part) => (parts[part] ?? 0) - level);
  const goesOn = [1, 2].every((part) =>
    onsets.subarray(part * quarter, (part + 1) * quarter).some((onset) => onset > FADE.onsetMin),
  );
  const total = (parts[0] ?? 0) - (parts[3] ?? 0);
  const isEven = Math.max(...falls) <= FADE.straight * total && Math.min(...falls) > 0;
  return goesOn && total >= FADE.fallsMin && isEven;
}

function smoothedLevels({ onsets }: StructureFrames): Float64Array {
  const reach = Math.max(1, Math.round((SMOOTHED_SECONDS * ONSETS_A_SECOND) / 2));
  let sum = 0;
  const sums = [0, ...onsets.map(({ power }) => (sum += power))];
  return Float64Array.from(onsets, (_, at) => {
    const from = Math.max(0, at - reach);
    const to = Math.min(onsets.length, at + reach + 1);
    return 10 * Math.log10(((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from) + 1e-12);
  });
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
