import type { NewId } from "../../lib/ids.ts";
import type { Log } from "../../lib/log.ts";
import { refusal } from "../../lib/refusal.ts";
import { jsonApiErrors } from "../json-api.ts";
import { DATA_HEADERS } from "../page-headers.ts";
import type { RequestContexts } from "../request-contexts.ts";
import type { Handler, Layer } from "./layer.ts";

const DATA_TYPE = /^(?:application\/(?:vnd\.api\+)?json|text\/(?:plain|csv|event-stream))\b/;

/**
 * Opens the context of a request, and adds the common headers to its response: the request id, those noted in the context,
 * and `nosniff`, so that a browser never guesses another type. Data gets further ones; pages and media have their own. The id is always a new one, because the log trusts it. An
 * error that no inner layer has handled becomes a 500 here, so that no client gets the runtime's own response.
 */
export function requestContext(newId: NewId, contexts: RequestContexts, log: Log): Layer {
  return (handler) => async (request) => {
    const context = contexts.open(request, newId());
    const response = await handleOr500(handler, request, (error) => {
      log.error({ requestId: context.id, error }, "unexpected error outside of a route");
    });
    response.headers.set("x-content-type-options", "nosniff");
    if (isData(response.headers.get("content-type"))) {
      for (const name in DATA_HEADERS) response.headers.set(name, DATA_HEADERS[name] ?? "");
    }
    response.headers.set("x-request-id", context.id);
    for (const name in context.headers) response.headers.set(name, context.headers[name] ?? "");
    return response;
  };
}

function isData(type: string | null): boolean {
  return type !== null && DATA_TYPE.test(type);
}

async function handleOr500(handler: Handler, request: Request, report: (error: unknown) => void): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    try {
      report(error);
    } catch {
      // The log itself can be the cause. The client gets its response anyway.
    }
    return jsonApiErrors([refusal("internal")]);
  }
}
