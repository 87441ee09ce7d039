/** Change of the mean lightness (0 to 1) between two frames that looks like a flash. */
const JUMP_MIN = 0.05;
/** Two opposite jumps within this time are a flicker. If they are further apart, a lamp was switched on and off. */
const BACK_WITHIN_SECONDS = 0.5;
/** Jumps per second that count as full flicker. Common limits for viewers are three flashes per second. */
const JUMPS_A_SECOND_FULL = 8;

/**
 * Returns how much the brightness jumps up and down, 0 to 1: a strobe, a broken lamp, gunfire. Steady light and fades are
 * 0. Cuts are 0, too, because the brightness does not jump back.
 * @param runs mean lightness, 0 to 1, of consecutive frames. @param rate frames per second.
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
    // The second jump must reverse most of the first. After a cut, the brightness is that of another picture.
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
