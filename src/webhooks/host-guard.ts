import { SECOND_MS } from "../lib/clock.ts";

/** A receiver that hangs holds its places for the whole time limit; the others must be left for everybody else. */
const PLACES_PER_HOST = 4;
const WAIT_FIRST_MS = 50;
/** Each one turned away comes back a little after the one before: a short queue soon, a long one without a rush. */
const WAIT_STEP_MS = 10;
const WAIT_MAX_MS = 5 * SECOND_MS;

export type Entry =
  | { readonly kind: "entered"; readonly leave: () => void }
  | { readonly kind: "full"; readonly waitMs: number };

export interface HostGuard {
  enter(host: string): Entry;
}

/** Bounds how many deliveries go to one host at a time. */
export function hostGuard(placesPerHost = PLACES_PER_HOST): HostGuard {
  const hosts = new Map<string, { inside: number; turnedAway: number }>();
  return {
    enter(host) {
      const state = hosts.get(host) ?? { inside: 0, turnedAway: 0 };
      if (state.inside >= placesPerHost) {
        state.turnedAway += 1;
        return { kind: "full", waitMs: Math.min(WAIT_MAX_MS, WAIT_FIRST_MS + WAIT_STEP_MS * state.turnedAway) };
      }
      state.inside += 1;
      hosts.set(host, state);
      return {
        kind: "entered",
        leave: () => {
          state.inside -= 1;
          state.turnedAway = 0;
          if (state.inside === 0) hosts.delete(host);
        },
      };
    },
  };
}
