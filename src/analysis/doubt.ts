import type { Sighting } from "../../schema/wire/analysis.ts";
import type { Guesses } from "./heads.ts";
import type { Measures } from "./measures.ts";
import { rounded } from "./statistics.ts";

/** What a measurement leaves of a guess that it contradicts. */
const LEFT = 0.4;

/** Guesses, less sure where what was measured speaks against them: no sun without contrast or colour, no bright night. */
export function doubted(guesses: Guesses, measures: Measures): Guesses {
  const { brightness, contrast, colourfulness } = measures;
  const isDull = contrast < 0.25 && colourfulness < 0.15;
  const isGrey = colourfulness < 0.03;
  return {
    ...guesses,
    timeOfDay: less(guesses.timeOfDay, {
      night: brightness.mean > 0.6,
      day: brightness.mean < 0.1,
      dusk: brightness.mean > 0.8,
    }),
    weather: less(guesses.weather, { sunshine: isDull, sunrise: isDull || isGrey }),
  };
}

function less(seen: Sighting, contradicted: Readonly<Record<string, boolean>>): Sighting {
  return contradicted[seen.value] === true ? { value: "unsure", confidence: rounded(seen.confidence * LEFT) } : seen;
}
