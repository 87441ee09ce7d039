/** A jump of the mean lightness, 0 to 1, from one frame to the next that an eye takes for a flash. */
const JUMP_MIN = 0.05;
/** A jump back within this time makes a flicker of two jumps; later it is a lamp that was switched on and off. */
const BACK_WITHIN_SECONDS = 0.5;
/** Jumps to and fro a second that are all that can be borne: general flash limits speak of three flashes. */
const JUMPS_A_SECOND_FULL = 8;

/**
 * How much the brightness jumps to and fro, 0 to 1: a strobe, a broken lamp, gunfire. Steady light and fades are 0,
 * and so are cuts, which do not come back.
 * @param runs mean lightness, 0 to 1, of frames without a gap between them. @param rate frames a second.
 */
export function flickerOf(runs: readonly (readonly number[])[], rate: number): number {
  let jumps = 0;
  let frames = 0;
  for (const run of runs) {
    frames += Math.max(0, run.length - 1);
    jumps += jumpsBackIn(run, Math.max(1, Math.round(BACK_WITHIN_SECONDS * rate)));
  }
  return frames === 0 ? 0 : Math.min(1, (jumps * rate) / frames / JUMPS_A_SECOND_FULL);
}

function jumpsBackIn(run: readonly number[], framesMax: number): number {
  let jumps = 0;
  let last: { readonly at: number; readonly by: number } | null = null;
  for (let at = 1; at < run.length; at++) {
    const by = (run[at] ?? 0) - (run[at - 1] ?? 0);
    if (Math.abs(by) < JUMP_MIN) continue;
    // The second jump undoes most of the first: what follows a cut is another picture's brightness.
    const isBack =
      last !== null &&
      at - last.at <= framesMax &&
      by * last.by < 0 &&
      Math.min(Math.abs(by), Math.abs(last.by)) > 0.6 * Math.max(Math.abs(by), Math.abs(last.by));
    if (isBack) jumps++;
    last = { at, by };
  }
  return jumps;
}
