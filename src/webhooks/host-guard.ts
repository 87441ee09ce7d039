import { assert } from "../lib/assert.ts";
import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { hostOf } from "../lib/host-of.ts";
import { Backlog } from "./backlog.ts";
import { SharedSlots } from "./shared-slots.ts";

/** Attempts in flight to one host. */
const PER_HOST_MAX = 4;
/** Of these, attempts to endpoints that are new or slow. The others are reserved for endpoints known to be quick. */
const UNPROVEN_PER_HOST_MAX = 2;
/**
 * Attempts in flight, by the speed of their endpoints. A receiver that hangs holds its slot until the time limit, so
 * there are many slots; one in use costs about 100 KiB. `further` is for the second to fourth attempt to a quick host, so
 * that hosts which start to hang with a large backlog leave the `quick` slots to other hosts.
 */
const SLOTS = { new: 160, quick: 160, further: 48, slow: 64 } as const;
/** For jobs that find no slot: they end immediately, but need a worker slot to do so. */
const SPARE_WORKER_SLOTS = 32;
/** Worker slots of the webhook lane: more than all slots here, so that hanging receivers never hold all of them. */
export const DELIVERY_SLOTS = SLOTS.new + SLOTS.quick + SLOTS.further + SLOTS.slow + SPARE_WORKER_SLOTS;

/** An attempt that takes longer makes its endpoint slow, whatever its outcome, until an attempt is quicker. */
const SLOW_MS = 5 * SECOND_MS;
/** A delivery without a slot is woken when there is one. These are the limits of its wait if it is not woken. */
const SNOOZE_MIN_MS = 30 * SECOND_MS;
const SNOOZE_MAX_MS = MINUTE_MS;
/** A prime number, so that any number of snoozes is spread evenly between the two. */
const SNOOZE_STEP_MS = 7_919;
/** Hosts, and endpoints, that are remembered. Clients choose them, so the oldest are forgotten and count as new again. */
const REMEMBERED_MAX = 10_000;

/** A delivery that is due. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly keyId: string;
  readonly host: string;
  /** The URL without its scheme and query: one path can hang while another path of the host works. */
  readonly endpoint: string;
}

/** An attempt of the delivery log; `tookMs` is its duration. */
export interface PastAttempt {
  readonly url: string;
  readonly tookMs: number;
}

export type Admission =
  | {
      readonly kind: "admitted";
      /** Releases the slot. `tookMs` is the duration of the attempt, or null if nothing was sent. */
      readonly release: (tookMs: number | null) => void;
    }
  | { readonly kind: "full" };

/** Bounds the deliveries in flight: to one host, for one API key, and to receivers that may hang. */
export interface HostGuard {
  /** Learns the speeds of attempts before this process, oldest first. */
  remember(past: Iterable<PastAttempt>): void;
  admit(delivery: DueDelivery): Admission;
  /** Adds a delivery that found no slot to the backlog. Returns false, and adds nothing, if there is a slot now. */
  wait(delivery: DueDelivery): boolean;
  /** Returns for how many milliseconds to snooze a delivery without a slot, in case it is not woken. */
  snoozeMs(): number;
  /** Removes the first delivery in the backlog that now gets a slot, and returns its id. Null if there is none. */
  takeNext(): string | null;
}

/** The speed of the latest attempt to an endpoint. */
type Speed = "quick" | "slow";
type Pool = keyof typeof SLOTS;

interface Host {
  /** Whether the latest attempt to it was quick. If so, its new paths are expected to be quick too. */
  isQuick: boolean;
  inFlight: number;
  /** Of these, attempts to endpoints that are new or slow. */
  unproven: number;
}

interface Endpoint {
  speed: Speed | null;
  inFlight: number;
}

/** Returns the host and endpoint of a delivery's URL. Throws if the URL cannot be parsed. */
export function dueDeliveryOf(deliveryId: string, url: string, keyId: string): DueDelivery {
  const parsed = URL.parse(url);
  // Without the URL, which can contain a token: this message is logged.
  assert(parsed, `the URL of delivery ${deliveryId} cannot be parsed`);
  return { deliveryId, keyId, host: hostOf(parsed), endpoint: `${parsed.host}${parsed.pathname}` };
}

export function hostGuard(): HostGuard {
  const hosts = new Map<string, Host>();
  const endpoints = new Map<string, Endpoint>();
  const backlog = new Backlog<DueDelivery>();
  const slots = {
    new: new SharedSlots(SLOTS.new),
    quick: new SharedSlots(SLOTS.quick),
    further: new SharedSlots(SLOTS.further),
    slow: new SharedSlots(SLOTS.slow),
  };
  const useHost = (name: string): Host => useEntry(hosts, name, { isQuick: false, inFlight: 0, unproven: 0 });
  const useEndpoint = (name: string): Endpoint => useEntry(endpoints, name, { speed: null, inFlight: 0 });
  const recordSpeed = ({ host, endpoint }: DueDelivery, tookMs: number): void => {
    const speed = tookMs < SLOW_MS ? "quick" : "slow";
    useEndpoint(endpoint).speed = speed;
    useHost(host).isQuick = speed === "quick";
  };
  const poolFor = ({ host, endpoint, keyId }: DueDelivery): Pool | null => {
    const pool = poolOf(hosts.get(host), endpoints.get(endpoint));
    return pool !== null && slots[pool].hasSlotFor(keyId) ? pool : null;
  };
  let snoozes = 0;
  return {
    remember(past) {
      for (const { url, tookMs } of past) if (URL.canParse(url)) recordSpeed(dueDeliveryOf("", url, ""), tookMs);
    },
    admit(delivery) {
      const pool = poolFor(delivery);
      if (pool === null) return { kind: "full" };
      backlog.remove(delivery.deliveryId);
      const releaseSlot = slots[pool].acquire(delivery.keyId);
      const isUnproven = pool === "new" || pool === "slow";
      const endAttempt = beginAttempt(useHost(delivery.host), useEndpoint(delivery.endpoint), isUnproven);
      return {
        kind: "admitted",
        release: (tookMs) => {
          releaseSlot();
          endAttempt();
          if (tookMs !== null) recordSpeed(delivery, tookMs);
        },
      };
    },
    wait(delivery) {
      if (poolFor(delivery) !== null) return false;
      backlog.add(delivery);
      return true;
    },
    snoozeMs() {
      snoozes += 1;
      return SNOOZE_MIN_MS + ((snoozes * SNOOZE_STEP_MS) % (SNOOZE_MAX_MS - SNOOZE_MIN_MS));
    },
    takeNext: () => backlog.takeFirst((delivery) => poolFor(delivery) !== null)?.deliveryId ?? null,
  };
}

/** Returns the pool whose slot an attempt to this endpoint takes, or null if host or endpoint is at its limit. */
function poolOf(host: Host | undefined, endpoint: Endpoint | undefined): Pool | null {
  const { inFlight, unproven, isQuick } = host ?? { inFlight: 0, unproven: 0, isQuick: false };
  if (inFlight >= PER_HOST_MAX) return null;
  const speed = endpoint?.speed ?? (isQuick ? "quick" : "new");
  if (speed === "quick") return inFlight === unproven ? "quick" : "further";
  const isFull = unproven >= UNPROVEN_PER_HOST_MAX || (endpoint?.inFlight ?? 0) > 0;
  return isFull ? null : speed;
}

/** Counts an attempt as in flight. Call the returned function when it ends. */
function beginAttempt(host: Host, endpoint: Endpoint, isUnproven: boolean): () => void {
  const add = (count: 1 | -1): void => {
    host.inFlight += count;
    endpoint.inFlight += count;
    if (isUnproven) host.unproven += count;
  };
  add(1);
  return () => add(-1);
}

/** Returns the value of a name, or `fresh`, and marks it as the most recently used. Forgets the oldest unused one. */
function useEntry<Value extends { readonly inFlight: number }>(
  values: Map<string, Value>,
  name: string,
  fresh: Value,
): Value {
  const value = values.get(name) ?? fresh;
  values.delete(name);
  values.set(name, value);
  if (values.size > REMEMBERED_MAX) {
    for (const [oldest, { inFlight }] of values) {
      if (inFlight > 0) continue;
      values.delete(oldest);
      break;
    }
  }
  return value;
}
