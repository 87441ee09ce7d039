/** Sample rate at which an imprint is written and read. */
export const IMPRINT_RATE = 22_050;
/** Samples of a frame, whose spectrum is changed. Frames overlap by half. */
export const FRAME = 1_024;
export const HOP = FRAME / 2;

/** Bands of equal width: BAND_BINS bins of 21.5 Hz, from 280 Hz to 9.6 kHz. */
export const BANDS = 108;
export const BAND_BINS = 4;
export const FIRST_BIN = 13;

/** A chip is one sign of the pattern: a band is a little louder or softer for HOPS_PER_CHIP hops. */
export const CHIPS = 128;
export const HOPS_PER_CHIP = 2;
/** The pattern repeats after 5.9 seconds, so that an excerpt of ten seconds has a complete period. */
export const PERIOD_SECONDS = (CHIPS * HOPS_PER_CHIP * HOP) / IMPRINT_RATE;

/** Samples between two frames that are read. It is smaller than HOP, because an excerpt can begin anywhere. */
export const READ_HOP = HOP / 2;
export const READS_PER_CHIP = (HOPS_PER_CHIP * HOP) / READ_HOP;
/** The offsets at which a pattern can be in an excerpt. */
export const PERIOD_READS = CHIPS * READS_PER_CHIP;

/** How much louder or softer a band gets. */
export const STEP_DB = 0.5;
