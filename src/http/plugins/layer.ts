/** Returns the response to a request. */
export type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Wraps a handler. Unlike Elysia's hooks, a layer sees the final response of every request, including 404 and 405.
 */
export type Layer = (handler: Handler) => Handler;

/**
 * Combines layers into one function for Elysia's `wrap`, the outermost layer first. Elysia calls it for every request with
 * the same core, so the wrapped handler is cached.
 */
export function layers(...all: readonly Layer[]): (core: unknown) => Handler {
  let cached: { readonly core: unknown; readonly handler: Handler } | null = null;
  return (core) => {
    if (cached !== null && cached.core === core) return cached.handler;
    const handler = all.reduceRight((inner, layer) => layer(inner), core as Handler);
    cached = { core, handler };
    return handler;
  };
}
