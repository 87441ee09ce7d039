/** Deliveries that are remembered; further ones come back by themselves. */
const WAITING_MAX = 8_192;
/** Of one endpoint, so that none takes the whole line. */
const PER_ENDPOINT_MAX = 1_024;
/** Endpoints that one search looks at. The next search begins behind them. */
const LOOKED_AT_MAX = 256;

/** What is known of a delivery that waits. */
export interface Waiting {
  readonly deliveryId: string;
  readonly endpoint: string;
}

/** Deliveries that wait for a place. Endpoints take turns; the deliveries of one endpoint keep their order. */
export class WaitingLine<Visit extends Waiting> {
  readonly #endpoints = new Map<string, Map<string, Visit>>();
  readonly #endpointOf = new Map<string, string>();

  /** Adds a delivery, or leaves it where it is. False when there is no room for it. */
  add(visit: Visit): boolean {
    const { deliveryId, endpoint } = visit;
    if (this.#endpointOf.has(deliveryId)) return true;
    const waiting = this.#endpoints.get(endpoint) ?? new Map<string, Visit>();
    if (this.#endpointOf.size >= WAITING_MAX || waiting.size >= PER_ENDPOINT_MAX) return false;
    waiting.set(deliveryId, visit);
    this.#endpoints.set(endpoint, waiting);
    this.#endpointOf.set(deliveryId, endpoint);
    return true;
  }

  remove(deliveryId: string): void {
    const endpoint = this.#endpointOf.get(deliveryId);
    if (endpoint === undefined) return;
    this.#endpointOf.delete(deliveryId);
    const waiting = this.#endpoints.get(endpoint);
    waiting?.delete(deliveryId);
    if (waiting?.size === 0) this.#endpoints.delete(endpoint);
  }

  /** Removes and returns the first delivery that `mayEnter`; its endpoint's next one waits until the others had their turn. */
  take(mayEnter: (visit: Visit) => boolean): Visit | null {
    const looked = [...this.#firstEndpoints()];
    for (const [endpoint, waiting] of looked) {
      const [first] = waiting.values();
      if (first !== undefined && mayEnter(first)) {
        this.remove(first.deliveryId);
        this.#moveBack(endpoint);
        return first;
      }
    }
    if (looked.length === LOOKED_AT_MAX) for (const [endpoint] of looked) this.#moveBack(endpoint);
    return null;
  }

  *#firstEndpoints(): Generator<[string, Map<string, Visit>]> {
    let count = 0;
    for (const entry of this.#endpoints) {
      if (count === LOOKED_AT_MAX) return;
      count += 1;
      yield entry;
    }
  }

  #moveBack(endpoint: string): void {
    const waiting = this.#endpoints.get(endpoint);
    if (waiting === undefined) return;
    this.#endpoints.delete(endpoint);
    this.#endpoints.set(endpoint, waiting);
  }
}
