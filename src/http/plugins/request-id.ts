import type { NewId } from "../../lib/ids.ts";
import type { Log } from "../../lib/log.ts";
import { refusal } from "../../lib/refusal.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { RequestContexts } from "../request-contexts.ts";
import type { Answer, Layer } from "./layer.ts";

/**
 * Names the request, and puts the name and what else was noted for the answer on every answer. The id is always our own: one sent by a client could be anything, and the log trusts it. A bug
 * that no layer within has made an answer of becomes one here, so that no client ever meets the runtime's own.
 */
export function requestId(newId: NewId, contexts: RequestContexts, log: Log): Layer {
  return (answer) => async (request) => {
    const context = contexts.open(request, newId());
    const response = await answerOrBug(answer, request, (error) => {
      log.error({ requestId: context.id, error }, "a request met a bug outside of its route");
    });
    response.headers.set("x-request-id", context.id);
    for (const name in context.headers) response.headers.set(name, context.headers[name] ?? "");
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
