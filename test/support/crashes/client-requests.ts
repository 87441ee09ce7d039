import type { Acknowledged } from "./acknowledged.ts";

export interface RequestDeps {
  readonly url: string;
  readonly token: string;
  readonly acknowledged: Acknowledged;
  /** Aborted when the server was killed; with several nodes, at the end of the run. */
  readonly over: AbortSignal;
  /** Sends a request to one of several nodes instead. */
  readonly request?: (path: string, init: RequestInit) => Promise<Response>;
  /** Whether a change that was answered with 503 can have been made: the answer to a COMMIT was lost. */
  readonly isUncertain?: boolean;
}

/** Sends a request and reports an answer that no caller causes. 503 is one that the service may give. */
export async function send(deps: RequestDeps, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await (deps.request?.(path, init) ?? fetch(`${deps.url}${path}`, { ...init, signal: deps.over }));
  if (response.status >= 500 && response.status !== 503) {
    deps.acknowledged.faults.push(`${init.method ?? "GET"} ${path} was answered with ${response.status}`);
  }
  return response;
}

/** Sends a request with the key, and a document as its body if there is one. */
export async function sendWithKey(
  deps: RequestDeps,
  path: string,
  { method = "GET", data }: { readonly method?: string; readonly data?: object } = {},
): Promise<Response> {
  const headers = { ...credentials(deps), ...(data === undefined ? {} : { "content-type": "application/json" }) };
  return await send(deps, path, {
    method,
    headers,
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
}

export function credentials({ token }: Pick<RequestDeps, "token">): Record<string, string> {
  return { authorization: `Token ${token}` };
}
