import { columnsOf, deviationOf, meanOf, quantileOf } from "./statistics.ts";
import type { TimbreFrame } from "./timbre-meter.ts";

/** Frames between which a change is measured: 0.09 s. */
const BACK = 2;

/** The colour of the sound and how it changes. The median of the cepstrum, because a short loud part must not decide. */
export function describeInstruments(timbre: readonly TimbreFrame[]): readonly number[] {
  const cepstra = timbre.map(({ cepstrum }) => cepstrum);
  const changes = cepstra
    .slice(BACK)
    .map((cepstrum, at) => cepstrum.map((value, index) => value - (cepstra[at]?.[index] ?? 0)));
  const contrasts = timbre.map(({ contrast }) => contrast);
  return [
    ...columnsOf(cepstra, (column) => quantileOf(column, 0.5)),
    ...columnsOf(cepstra, deviationOf),
    ...columnsOf(changes, deviationOf),
    ...columnsOf(contrasts, meanOf),
    ...columnsOf(contrasts, deviationOf),
  ];
}
