import type { NewId } from "../../lib/ids.ts";
import type { Log } from "../../lib/log.ts";
import { refusal } from "../../lib/refusal.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import type { Answer, Layer } from "./layer.ts";

/**
 * Names the request, and puts the name and what else was noted for the answer on every answer. The id is always our own: one sent by a client could be anything, and the log trusts it. A bug
 * that no layer within has made an answer of becomes one here, so that no client ever meets the runtime's own.
 */
export function requestId(newId: NewId, book: RequestFactsBook, log: Log): Layer {
  return (answer) => async (request) => {
    const facts = book.open(request, newId());
    const response = await answerOrBug(answer, request, (error) => {
      log.error({ requestId: facts.id, error }, "a request met a bug outside of its route");
    });
    response.headers.set("x-request-id", facts.id);
    for (const name in facts.headers) response.headers.set(name, facts.headers[name] ?? "");
    return response;
  };
}

async function answerOrBug(answer: Answer, request: Request, tell: (error: unknown) => void): Promise<Response> {
  try {
    return await answer(request);
  } catch (error) {
    try {
      tell(error);
    } catch {
      // The log itself may be the bug; the client is answered all the same.
    }
    return jsonApiErrors([refusal("internal")]);
  }
}
