import { assert } from "../lib/assert.ts";
import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { hostOf } from "../lib/host-of.ts";
import { SharedPlaces } from "./shared-places.ts";
import { type Waiting, WaitingLine } from "./waiting-line.ts";

/** Tries that go to one host at a time. */
const PER_HOST_MAX = 4;
/** Of these, tries to endpoints that are new or slow; the others are left to endpoints known to be quick. */
const UNPROVEN_PER_HOST_MAX = 2;
/**
 * Tries that run at a time, by what is known of their endpoint. A receiver that hangs holds its place for the whole time
 * limit, so there are many places: one costs about 100 KiB. `further` are the second to fourth try to a quick host, so
 * that hosts which begin to hang with many deliveries waiting leave the first places to the others.
 */
const PLACES = { new: 160, quick: 160, further: 48, slow: 64 } as const;
/** Jobs that find no place end at once, but they need a worker slot to do so. */
const SPARE_SLOTS = 32;
/** Worker slots of the webhook lane: more than all places, so that hanging receivers never hold all of them. */
export const DELIVERY_SLOTS = PLACES.new + PLACES.quick + PLACES.further + PLACES.slow + SPARE_SLOTS;

/** A try that takes longer, whatever it meets in the end, makes its endpoint a slow one until a quicker try. */
const SLOW_MS = 5 * SECOND_MS;
/** A delivery without a place is called when one is free. These bound how late it comes when it is not called. */
const RETURN_MIN_MS = 30 * SECOND_MS;
const RETURN_MAX_MS = MINUTE_MS;
/** Prime, so that any number of returns is spread evenly between the two. */
const RETURN_STEP_MS = 7_919;
/** Clients name the hosts, so there may be any number of them. The oldest are forgotten, and are new again. */
const REMEMBERED_MAX = 10_000;

/** A delivery that is due: where it goes and for which API key. */
export interface Visit extends Waiting {
  readonly host: string;
  readonly keyId: string;
}

/** A try of the past; `tookMs` is its duration. */
export interface PastTry {
  readonly url: string;
  readonly tookMs: number;
}

export type Entry =
  | {
      readonly kind: "entered";
      /** `tookMs` is null where nothing was sent. */
      readonly leave: (tookMs: number | null) => void;
    }
  | { readonly kind: "full" };

/** Bounds how many deliveries run at a time: to one host, for one API key, and to receivers that may hang. */
export interface HostGuard {
  enter(visit: Visit): Entry;
  /** Remembers a delivery that found no place, to be called. False, and nothing, when there is a place now. */
  wait(visit: Visit): boolean;
  /** When a delivery is to come back that found no place and is not called. */
  returnMs(): number;
  /** Takes the next delivery for which there is a place out of the line, and returns its id. */
  call(): string | null;
}

/** What its last try says of an endpoint. */
type Standing = "quick" | "slow";
type Pool = keyof typeof PLACES;

interface Host {
  /** The last try to it was quick, so a path that is new on it is expected to be quick too. */
  isQuick: boolean;
  inside: number;
  /** Of these, how many are to endpoints that are new or slow. */
  unproven: number;
}

interface Endpoint {
  standing: Standing | null;
  inside: number;
}

/** An endpoint is a URL without its query: what hangs on one path may work on another one. */
export function visitOf(deliveryId: string, url: string, keyId: string): Visit {
  const parsed = URL.parse(url);
  // Without the URL, which may hold a token: this message is logged.
  assert(parsed, `the URL of delivery ${deliveryId} cannot be parsed`);
  return { deliveryId, keyId, host: hostOf(parsed), endpoint: `${parsed.host}${parsed.pathname}` };
}

/** Makes a guard that knows what `past` tries say, the oldest first. */
export function hostGuard(past: Iterable<PastTry> = []): HostGuard {
  const hosts = new Map<string, Host>();
  const endpoints = new Map<string, Endpoint>();
  const line = new WaitingLine<Visit>();
  const places = {
    new: new SharedPlaces(PLACES.new),
    quick: new SharedPlaces(PLACES.quick),
    further: new SharedPlaces(PLACES.further),
    slow: new SharedPlaces(PLACES.slow),
  };
  const knownHost = (name: string): Host => remembered(hosts, name, { isQuick: false, inside: 0, unproven: 0 });
  const knownEndpoint = (name: string): Endpoint => remembered(endpoints, name, { standing: null, inside: 0 });
  const judge = (visit: Pick<Visit, "host" | "endpoint">, tookMs: number): void => {
    const standing = tookMs < SLOW_MS ? "quick" : "slow";
    knownEndpoint(visit.endpoint).standing = standing;
    knownHost(visit.host).isQuick = standing === "quick";
  };
  const poolFor = (visit: Visit): Pool | null => {
    const pool = poolOf(hosts.get(visit.host), endpoints.get(visit.endpoint));
    return pool !== null && places[pool].hasPlaceFor(visit.keyId) ? pool : null;
  };
  let returns = 0;
  for (const { url, tookMs } of past) if (URL.canParse(url)) judge(visitOf("", url, ""), tookMs);
  return {
    enter(visit) {
      const pool = poolFor(visit);
      if (pool === null) return { kind: "full" };
      line.remove(visit.deliveryId);
      const leavePool = places[pool].take(visit.keyId);
      const leaveHost = step(knownHost(visit.host), knownEndpoint(visit.endpoint), pool === "new" || pool === "slow");
      return {
        kind: "entered",
        leave: (tookMs) => {
          leavePool();
          leaveHost();
          if (tookMs !== null) judge(visit, tookMs);
        },
      };
    },
    wait(visit) {
      if (poolFor(visit) !== null) return false;
      line.add(visit);
      return true;
    },
    returnMs() {
      returns += 1;
      return RETURN_MIN_MS + ((returns * RETURN_STEP_MS) % (RETURN_MAX_MS - RETURN_MIN_MS));
    },
    call: () => line.take((visit) => poolFor(visit) !== null)?.deliveryId ?? null,
  };
}

/** The pool that a try to this endpoint takes its place from; null when host or endpoint may have no further one. */
function poolOf(host: Host | undefined, endpoint: Endpoint | undefined): Pool | null {
  const { inside, unproven, isQuick } = host ?? { inside: 0, unproven: 0, isQuick: false };
  if (inside >= PER_HOST_MAX) return null;
  const standing = endpoint?.standing ?? (isQuick ? "quick" : "new");
  if (standing === "quick") return inside === unproven ? "quick" : "further";
  const isFull = unproven >= UNPROVEN_PER_HOST_MAX || (endpoint?.inside ?? 0) > 0;
  return isFull ? null : standing;
}

/** Counts a try that begins, and returns what counts its end. */
function step(host: Host, endpoint: Endpoint, isUnproven: boolean): () => void {
  const count = (by: 1 | -1): void => {
    host.inside += by;
    endpoint.inside += by;
    if (isUnproven) host.unproven += by;
  };
  count(1);
  return () => count(-1);
}

/** The value of a name, which is now the youngest one. One that is in use is never forgotten. */
function remembered<Value extends { readonly inside: number }>(
  values: Map<string, Value>,
  name: string,
  fresh: Value,
): Value {
  const value = values.get(name) ?? fresh;
  values.delete(name);
  values.set(name, value);
  if (values.size > REMEMBERED_MAX) forgetOldest(values);
  return value;
}

function forgetOldest(values: Map<string, { readonly inside: number }>): void {
  for (const [name, { inside }] of values) {
    if (inside > 0) continue;
    values.delete(name);
    return;
  }
}
