import { assert } from "../lib/assert.ts";

/** Per-request context: id, route, key, timing. */
export interface RequestFacts {
  readonly id: string;
  /** Milliseconds of a clock that only measures durations. */
  readonly startedAt: number;
  /** The pattern of the route that answers; null when none does. */
  route: string | null;
  /** The key that the request has proved. */
  keyId: string | null;
  /** Whether the body was read to its end; without it the connection cannot be used again. */
  isBodyRead: boolean;
  /** Headers of whatever the answer will be, a refusal or a bug included. */
  readonly headers: Record<string, string>;
}

/**
 * The facts of the requests that are being answered, by request. Elysia's own context ends before the final
 * answer is known, and its hooks miss some answers; this is written at the outermost layer and read anywhere.
 */
export class RequestFactsBook {
  readonly #facts = new WeakMap<Request, RequestFacts>();

  open(request: Request, id: string): RequestFacts {
    const startedAt = performance.now();
    const facts: RequestFacts = { id, startedAt, route: null, keyId: null, isBodyRead: false, headers: {} };
    this.#facts.set(request, facts);
    return facts;
  }

  /** From now on `other` is the same request in another form. */
  share(request: Request, other: Request): void {
    this.#facts.set(other, this.of(request));
  }

  of(request: Request): RequestFacts {
    const facts = this.#facts.get(request);
    assert(facts !== undefined, "every request passes the outermost layer first");
    return facts;
  }
}
