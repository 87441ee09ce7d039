import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { ApiError } from "../../../../clients/typescript/client.ts";
import { TURNS_MAX } from "./conversation.ts";
import { readSearch } from "./run-search.ts";

/**
 * Reads a search and those that it refines, the first one first. Earlier ones that are no longer stored are left out. Throws
 * ApiError (404) for an unknown search.
 */
export async function readConversation(id: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const results = [await readSearch(id, signal)];
  for (let count = 1; count < TURNS_MAX; count += 1) {
    const before = results[0]?.data.attributes.refines ?? null;
    if (before === null) break;
    try {
      results.unshift(await readSearch(before, signal));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) break;
      throw error;
    }
  }
  return results;
}
