/** What answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

/**
 * One layer around everything that answers. Unlike Elysia's hooks, a layer sees the final answer of every
 * request, 404 and 405 included.
 */
export type Layer = (answer: Answer) => Answer;

/** Several layers as one function for Elysia's `wrap`, the outermost first. Elysia calls it for every request, with the same core. */
export function layers(...all: readonly Layer[]): (core: unknown) => Answer {
  let around: { readonly core: unknown; readonly answer: Answer } | null = null;
  return (core) => {
    if (around !== null && around.core === core) return around.answer;
    const answer = all.reduceRight((inner, layer) => layer(inner), core as Answer);
    around = { core, answer };
    return answer;
  };
}
