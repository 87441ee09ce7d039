/** Screen readers speak each new value of a slider that has the focus. */
const STEP_SECONDS = 5;

/** Returns the position that a slider names: in steps while something plays, so that it does not speak every second. */
export function spokenSeconds(seconds: number, isPlaying: boolean): number {
  return isPlaying ? Math.floor(seconds / STEP_SECONDS) * STEP_SECONDS : Math.round(seconds);
}
