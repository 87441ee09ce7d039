import { ApiError, urlOf } from "../../../../clients/typescript/client.ts";
import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { UnreachableError } from "../lib/unreachable-error.ts";
import type { SearchWishes } from "./search-wishes.ts";

/** Tries after "too many requests", before the message is shown. */
const RETRIES_MAX = 3;
const RETRY_SECONDS_DEFAULT = 2;

/** Submits a search and waits for its answer. `onWaiting` gets the ids of the assets that it waits for. */
export async function runSearch(
  wanted: SearchWishes,
  onWaiting: (assetIds: readonly string[]) => void,
  signal: AbortSignal,
): Promise<SearchResult> {
  const attributes = attributesOf(wanted);
  const body = { data: { type: "supervisor_searches", attributes } } as const;
  const submitted = await retrying(() => client.submitSearch({ body, signal }), signal);
  if (submitted.status === 200) return submitted.body;
  const { id } = submitted.body.data;
  await followed(id, onWaiting, signal);
  return (await client.readSearch({ path: { id }, signal })).body;
}

/** The extensions are sent only if they say something. */
function attributesOf({
  refines,
  query,
  context,
  assetIds,
  tempTrack,
  excerpt,
  weights,
  likes,
  dislikes,
  wishes,
}: SearchWishes) {
  return {
    query: query.trim(),
    context: context.trim(),
    asset_ids: assetIds,
    ...(tempTrack ? { temp_track: true } : {}),
    ...(excerpt === null ? {} : { excerpt }),
    ...(weights === null ? {} : { sound_weights: weights }),
    ...(refines === null ? {} : { refines }),
    ...(likes.length === 0 ? {} : { likes }),
    ...(dislikes.length === 0 ? {} : { dislikes }),
    ...(wishes.length === 0 ? {} : { wishes }),
  };
}

/** Reads a search by its id, and waits for it if it is processing. Throws ApiError (404) for an unknown one. */
export async function readSearch(id: string, signal: AbortSignal): Promise<SearchResult> {
  try {
    return (await client.readSearch({ path: { id }, signal })).body;
  } catch (error) {
    // A search that is processing is 404 with a time to wait.
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) throw error;
    await followed(id, () => undefined, signal);
    return (await client.readSearch({ path: { id }, signal })).body;
  }
}

/** Resolves when a search has ended. The browser connects again by itself when a stream ends early. */
async function followed(
  id: string,
  onWaiting: (assetIds: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const events = new EventSource(urlOf("followSearch", { id }));
  try {
    await new Promise<void>((resolve, reject) => {
      events.addEventListener("ended", () => resolve());
      events.addEventListener("processing", (event) => {
        const progress = JSON.parse(String(event.data)) as { [name: string]: readonly string[] | undefined };
        onWaiting(progress["waiting_for"] ?? []);
      });
      events.addEventListener("error", () => {
        if (events.readyState === EventSource.CLOSED) reject(new UnreachableError());
      });
      signal.addEventListener("abort", () => reject(new DOMException("Superseded.", "AbortError")), { once: true });
    });
  } finally {
    events.close();
  }
}

async function retrying<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || count === RETRIES_MAX || signal.aborted) throw error;
      const seconds = error.retryAfterSeconds ?? RETRY_SECONDS_DEFAULT;
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1_000);
      });
    }
  }
}
