import { availableParallelism, loadavg } from "node:os";

/** The number of films that can be analysed at the same time, besides a clip. Each has up to four processes. */
export const FILMS_MAX = 2;
/** Two decoders of pictures keep this many cores busy; the sound ends early. */
const CORES_PER_FILM = 2;
const IDLE_CORES_MIN = 1;

export interface MachineLoad {
  readonly cores: number;
  /** Processes that run or want to run, on average over the last minute. */
  readonly load: number;
}

/** Cores that this process can use, and the load average of the machine. Windows has no load average and returns 0. */
export function machineLoad(): MachineLoad {
  return { cores: availableParallelism(), load: loadavg()[0] ?? 0 };
}

/**
 * Returns how many films can be analysed now: one, and a second one while a core is idle. A film counts as two busy cores as
 * soon as it runs, because the load average follows slowly. So on two cores there is never a second one.
 */
export function filmSlots(running: number, { cores, load }: MachineLoad): number {
  if (running === 0) return 1;
  const busy = Math.max(load, running * CORES_PER_FILM);
  return cores - busy >= IDLE_CORES_MIN ? FILMS_MAX : 1;
}
