import type { Layer } from "./layer.ts";

/** Puts `X-Content-Type-Options: nosniff` on every answer, so that a browser never takes one for another type. */
export function noSniff(): Layer {
  return (answer) => async (request) => {
    const response = await answer(request);
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  };
}
