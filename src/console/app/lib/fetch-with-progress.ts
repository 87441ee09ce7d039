import type { Fetch } from "../../../../clients/typescript/client.ts";
import { UnreachableError } from "./unreachable-error.ts";

/** Returns a `fetch` that reports the sent share of the body, from 0 to 1. `fetch` itself cannot. */
export function fetchWithProgress(onProgress: (share: number) => void): Fetch {
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
      request.addEventListener("load", () => resolve(responseOf(request)));
      request.addEventListener("error", () => reject(new UnreachableError()));
      request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const isEmpty = request.status === 204;
  return new Response(isEmpty ? null : request.responseText, { status: request.status, headers });
}
