import type { Guess } from "../../schema/wire/analysis.ts";
import type { Guesses } from "./heads.ts";
import type { Measures } from "./measures.ts";
import { rounded } from "./statistics.ts";

/** Factor on the confidence of a guess that a measurement contradicts. */
const CONTRADICTED = 0.4;

/** Lowers the confidence of guesses that the measurements contradict: sunshine needs contrast or colour, a night is not bright. */
export function checkGuesses(guesses: Guesses, measures: Measures): Guesses {
  const { brightness, contrast, colourfulness } = measures;
  const isDull = contrast < 0.25 && colourfulness < 0.15;
  const isGrey = colourfulness < 0.03;
  return {
    ...guesses,
    timeOfDay: unlessContradicted(guesses.timeOfDay, {
      night: brightness.mean > 0.6,
      day: brightness.mean < 0.1,
      dusk: brightness.mean > 0.8,
    }),
    weather: unlessContradicted(guesses.weather, { sunshine: isDull, sunrise: isDull || isGrey }),
  };
}

function unlessContradicted(guess: Guess, contradicted: Readonly<Record<string, boolean>>): Guess {
  return contradicted[guess.value] === true
    ? { value: "unsure", confidence: rounded(guess.confidence * CONTRADICTED) }
    : guess;
}
