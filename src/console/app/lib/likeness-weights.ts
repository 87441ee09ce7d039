export const LIKENESS_FACETS = ["feel", "harmony", "rhythm", "instruments"] as const;

/** How much each facet of a sound counts. */
export type SliderWeights = Readonly<Record<(typeof LIKENESS_FACETS)[number], number>>;

/** Weights of a request that names none. */
export const PLAIN_WEIGHTS: SliderWeights = { feel: 0.5, harmony: 1, rhythm: 1, instruments: 1 };
