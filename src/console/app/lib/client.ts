import { signal } from "@preact/signals";
import { ApiError, createClient } from "../../../../clients/typescript/client.ts";
import { refusalText } from "./refusal-text.ts";
import { t } from "./texts.ts";
import { UnreachableError } from "./unreachable-error.ts";

const CSRF = "x-csrf-token";

/** What requests of the session send to be allowed to change something; null without a session. */
export const csrfToken = signal<string | null>(null);
/** Counts the answers that said that the session has ended. */
export const endedSessions = signal(0);

/** The API of the service that sent this page. The browser adds the session's cookie. */
export const client = createClient({
  headers: () => (csrfToken.value === null ? {} : { [CSRF]: csrfToken.value }),
  fetch: async (url, init) => {
    const response = await fetch(url, init.method === "GET" ? withoutCsrf(init) : init).catch((error: unknown) => {
      throw init.signal?.aborted === true ? error : new UnreachableError(error);
    });
    if (response.status === 401) endedSessions.value += 1;
    return response;
  },
});

/** A request that only reads needs no token. With one, the browser would not use the answer that it has asked for with the page. */
function withoutCsrf(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  headers.delete(CSRF);
  return { ...init, headers };
}

/** Returns what went wrong, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof UnreachableError) return t("client.unreachable");
  if (error instanceof ApiError)
    return error.errors.map((one) => refusalText(error.status, one, t)).join(" ") || error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Returns why a search that was accepted has failed. */
export function failureText(error: { readonly code: string; readonly detail: string }): string {
  return refusalText(0, error, t);
}
