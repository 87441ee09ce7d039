import { assert } from "../lib/assert.ts";

/** What is known of a request while it is answered. */
export interface RequestFacts {
  readonly id: string;
  /** Milliseconds of a clock that only measures durations. */
  readonly startedAt: number;
  /** The pattern of the route that answers; null when none does. */
  route: string | null;
  /** The key that the request has proved. */
  keyId: string | null;
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
    const facts: RequestFacts = { id, startedAt: performance.now(), route: null, keyId: null, headers: {} };
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
