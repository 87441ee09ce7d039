import type { Guess } from "../../schema/wire/analysis.ts";
import { type Guesses, UNSURE } from "./heads.ts";
import { NONE } from "./decide.ts";
import type { Measures } from "./measures.ts";
import { rounded } from "./statistics.ts";

/** Factor on the confidence of a guess that a measurement contradicts. */
const CONTRADICTED = 0.4;

/** Daylight is not violet: lightning, stage light and lamps are. A dark picture with such a share of these colours shows none. */
const VIOLET = new Set(["dark purple", "purple", "dark magenta", "magenta"]);
const VIOLET_SHARE_MIN = 0.35;
const VIOLET_BRIGHTNESS_MAX = 0.42;

/**
 * Lowers the confidence of guesses that the measurements contradict: sunshine needs contrast or colour, a night is not bright,
 * daylight is not violet, and a thing in front of plain white is in no place.
 */
export function checkGuesses(guesses: Guesses, measures: Measures, isCutOut: boolean): Guesses {
  const { brightness, contrast, colourfulness } = measures;
  const isDull = contrast < 0.25 && colourfulness < 0.15;
  const isGrey = colourfulness < 0.03;
  const checked = {
    ...guesses,
    timeOfDay: unlessContradicted(guesses.timeOfDay, {
      night: brightness.mean > 0.6,
      day: brightness.mean < 0.1 || isVioletLight(measures),
      dusk: brightness.mean > 0.8,
    }),
    weather: unlessContradicted(guesses.weather, { sunshine: isDull, sunrise: isDull || isGrey }),
  };
  return isCutOut ? withoutPlace(checked) : checked;
}

function isVioletLight({ brightness, palette }: Measures): boolean {
  const violet = palette.filter(({ name }) => VIOLET.has(name)).reduce((sum, { share }) => sum + share, 0);
  return violet >= VIOLET_SHARE_MIN && brightness.mean < VIOLET_BRIGHTNESS_MAX;
}

function unlessContradicted(guess: Guess, contradicted: Readonly<Record<string, boolean>>): Guess {
  return contradicted[guess.value] === true ? doubted(guess) : guess;
}

/** Leaves out where and when: white paper says nothing about either. */
function withoutPlace(guesses: Guesses): Guesses {
  const [scene] = guesses.scenes.map(unlessNone);
  return {
    ...guesses,
    timeOfDay: unlessNone(guesses.timeOfDay),
    weather: unlessNone(guesses.weather),
    setting: unlessNone(guesses.setting),
    scenes: scene === undefined ? [] : [scene],
  };
}

function unlessNone(guess: Guess): Guess {
  return guess.value === NONE || guess.value === UNSURE ? guess : doubted(guess);
}

function doubted({ confidence }: Guess): Guess {
  return { value: UNSURE, confidence: rounded(confidence * CONTRADICTED) };
}
