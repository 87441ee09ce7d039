import { assert } from "../lib/assert.ts";

/** Per-request context: id, route, key, timing. */
export interface RequestContext {
  readonly id: string;
  /** As the client sent it; routes see a HEAD as a GET. */
  readonly method: string;
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number;
  /** The pattern of the matched route, or null. */
  route: string | null;
  /** The authenticated key's id, or null. */
  keyId: string | null;
  /** Whether the body was read to its end. Otherwise the connection cannot be reused. */
  isBodyRead: boolean;
  /** Headers that are added to every response to the request. */
  readonly headers: Record<string, string>;
}

/**
 * The contexts of requests in flight, by request. Elysia's own context ends before the final response is known, and its
 * hooks miss some responses. An outer layer (plugins/request-context.ts) opens the context for all inner code.
 */
export class RequestContexts {
  readonly #contexts = new WeakMap<Request, RequestContext>();

  open(request: Request, id: string): RequestContext {
    const startedAt = performance.now();
    const { method } = request;
    const context: RequestContext = { id, method, startedAt, route: null, keyId: null, isBodyRead: false, headers: {} };
    this.#contexts.set(request, context);
    return context;
  }

  /** Gives `other`, a rewritten form of `request`, the same context. */
  share(request: Request, other: Request): void {
    this.#contexts.set(other, this.of(request));
  }

  /** Whether the client asked for the headers only. It reads nothing then. */
  isHead(request: Request): boolean {
    return this.of(request).method === "HEAD";
  }

  of(request: Request): RequestContext {
    const context = this.#contexts.get(request);
    assert(context !== undefined, "a layer opens the context of every request");
    return context;
  }
}
