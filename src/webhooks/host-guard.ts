import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";

/** A host whose tries end soon may have so many at a time. */
const PLACES_PER_HOST = 4;
/**
 * A receiver that hangs holds its places for the whole time limit. So a host that is new, or whose last try was slow,
 * has one place, and all such hosts together have these: the rest of the lane is left to those that are known to be quick.
 */
const PLACES_FOR_NEW = 8;
const PLACES_FOR_SLOW = 4;
/** A try that takes longer, whatever it meets in the end, makes its host a slow one until a quicker try. */
const SLOW_MS = 5 * SECOND_MS;
/** Each one turned away comes back a little after the one before: a short queue soon, a long one without a rush. */
const WAIT_FIRST_MS = 50;
const WAIT_STEP_MS = 10;
const WAIT_STEP_SLOW_MS = 250;
/** So long at most before it is seen that a host answers again. */
const WAIT_MAX_MS = MINUTE_MS;
/** Clients name the hosts, so there may be any number of them; the oldest ones are forgotten, and are new again. */
const HOSTS_MAX = 10_000;

export type Entry =
  | {
      readonly kind: "entered";
      /** `tookMs` is null where the host was not tried. */
      readonly leave: (tookMs: number | null) => void;
    }
  | { readonly kind: "full"; readonly waitMs: number };

export interface HostGuard {
  /** Asks for a place at `host`. Times are milliseconds since the epoch. */
  enter(host: string, now: number): Entry;
}

interface Host {
  standing: "new" | "quick" | "slow";
  inside: number;
  /** When the next one turned away is to come back. */
  nextAt: number;
  /** How many were turned away behind a queue that is as long as it may be. */
  overflow: number;
}

/** Bounds how many deliveries go to one host at a time, and how many to all those hosts together that may hang. */
export function hostGuard(): HostGuard {
  const hosts = new Map<string, Host>();
  const inside = { new: 0, quick: 0, slow: 0 };
  const places = { new: PLACES_FOR_NEW, quick: Number.POSITIVE_INFINITY, slow: PLACES_FOR_SLOW };
  return {
    enter(name, now) {
      const host = hosts.get(name) ?? { standing: "new", inside: 0, nextAt: 0, overflow: 0 };
      if (!hosts.has(name)) remember(hosts, name, host);
      const { standing } = host;
      const isFull = host.inside >= (standing === "quick" ? PLACES_PER_HOST : 1);
      if (isFull || inside[standing] >= places[standing]) return { kind: "full", waitMs: nextWait(host, now) };
      host.inside += 1;
      inside[standing] += 1;
      return {
        kind: "entered",
        leave: (tookMs) => {
          host.inside -= 1;
          inside[standing] -= 1;
          if (tookMs !== null) judge(host, tookMs);
        },
      };
    },
  };
}

function remember(hosts: Map<string, Host>, name: string, host: Host): void {
  hosts.set(name, host);
  if (hosts.size <= HOSTS_MAX) return;
  const [oldest] = [...hosts].find(([, one]) => one.inside === 0) ?? [];
  if (oldest !== undefined) hosts.delete(oldest);
}

function judge(host: Host, tookMs: number): void {
  const standing = tookMs < SLOW_MS ? "quick" : "slow";
  // Those who come now need not queue behind what was expected of a slow host.
  if (standing === "quick" && host.standing !== "quick") host.nextAt = 0;
  host.standing = standing;
}

function nextWait(host: Host, now: number): number {
  const stepMs = host.standing === "slow" ? WAIT_STEP_SLOW_MS : WAIT_STEP_MS;
  const at = Math.max(now + WAIT_FIRST_MS, host.nextAt);
  if (at - now <= WAIT_MAX_MS) {
    host.nextAt = at + stepMs;
    return at - now;
  }
  // Spread over half of the longest wait, so that ten thousand do not come back at once.
  host.overflow += 1;
  return WAIT_MAX_MS / 2 + ((host.overflow * WAIT_STEP_MS) % (WAIT_MAX_MS / 2));
}
