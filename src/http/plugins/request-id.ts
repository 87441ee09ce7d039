import type { NewId } from "../../lib/ids.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import type { Layer } from "./layer.ts";

/**
 * The outermost layer: names the request and puts the name, and what else was noted for the answer, on every
 * answer there is. The id is always our own: one sent by a client could be anything, and the log trusts it.
 */
export function requestId(newId: NewId, book: RequestFactsBook): Layer {
  return (answer) => async (request) => {
    const facts = book.open(request, newId());
    const response = await answer(request);
    response.headers.set("x-request-id", facts.id);
    for (const name in facts.headers) response.headers.set(name, facts.headers[name] ?? "");
    return response;
  };
}
