import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { failureText } from "../lib/client.ts";

/** What the person sees of the search. `waitingFor` are assets whose analysis the search waits for. */
export type SearchPhase =
  | { readonly kind: "idle" }
  | { readonly kind: "searching"; readonly waitingFor: readonly string[] }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "answered" };

/** Returns how an answer ends a search. */
export function phaseOf(attributes: SearchResult["data"]["attributes"]): SearchPhase {
  return attributes.status === "failed"
    ? { kind: "failed", message: failureText(attributes.error) }
    : { kind: "answered" };
}
