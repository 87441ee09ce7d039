/** Deliveries in the backlog. Further ones return without being woken. */
const DELIVERIES_MAX = 8_192;
/** Deliveries of one endpoint, so that no endpoint fills the backlog. */
const PER_ENDPOINT_MAX = 1_024;
/** Endpoints that one search checks. The next search starts after them. */
const SCANNED_MAX = 256;

interface BacklogEntry {
  readonly deliveryId: string;
  readonly endpoint: string;
}

/** Deliveries that wait for a slot. Endpoints take turns; within an endpoint the order is first in, first out. */
export class Backlog<Entry extends BacklogEntry> {
  readonly #endpoints = new Map<string, Map<string, Entry>>();
  readonly #endpointOf = new Map<string, string>();

  /** Adds a delivery that is not in the backlog yet. Returns false if the backlog is full. */
  add(entry: Entry): boolean {
    const { deliveryId, endpoint } = entry;
    if (this.#endpointOf.has(deliveryId)) return true;
    const entries = this.#endpoints.get(endpoint) ?? new Map<string, Entry>();
    if (this.#endpointOf.size >= DELIVERIES_MAX || entries.size >= PER_ENDPOINT_MAX) return false;
    entries.set(deliveryId, entry);
    this.#endpoints.set(endpoint, entries);
    this.#endpointOf.set(deliveryId, endpoint);
    return true;
  }

  remove(deliveryId: string): void {
    const endpoint = this.#endpointOf.get(deliveryId);
    if (endpoint === undefined) return;
    this.#endpointOf.delete(deliveryId);
    const entries = this.#endpoints.get(endpoint);
    entries?.delete(deliveryId);
    if (entries?.size === 0) this.#endpoints.delete(endpoint);
  }

  /** Removes and returns the first delivery that `canStart`, and moves its endpoint to the end. Null if there is none. */
  takeFirst(canStart: (entry: Entry) => boolean): Entry | null {
    const scanned = [...this.#endpoints.entries().take(SCANNED_MAX)];
    for (const [endpoint, entries] of scanned) {
      const [first] = entries.values();
      if (first !== undefined && canStart(first)) {
        this.remove(first.deliveryId);
        this.#moveToEnd(endpoint);
        return first;
      }
    }
    if (scanned.length === SCANNED_MAX) for (const [endpoint] of scanned) this.#moveToEnd(endpoint);
    return null;
  }

  #moveToEnd(endpoint: string): void {
    const entries = this.#endpoints.get(endpoint);
    if (entries === undefined) return;
    this.#endpoints.delete(endpoint);
    this.#endpoints.set(endpoint, entries);
  }
}
