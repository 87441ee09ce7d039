import { ApiError } from "../../../../clients/typescript/client.ts";

/** A file that is being made is refused with a time to wait. */
const TRIES_MAX = 20;
const RETRY_SECONDS = { usual: 2, most: 10 };

/**
 * Reads something that the server can still be making, and tries again when it says so. Null if there is none, or after `ended`. With
 * `throwsOthers`, other failures are thrown.
 */
export async function whenMade<Body>(
  read: () => Promise<{ readonly body: Body }>,
  ended: AbortSignal,
  { throwsOthers = false }: { readonly throwsOthers?: boolean } = {},
): Promise<Body | null> {
  for (let tries = 0; tries < TRIES_MAX && !ended.aborted; tries += 1) {
    try {
      return (await read()).body;
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null) {
        if (throwsOthers) throw error;
        return null;
      }
      await wait(Math.min(error.retryAfterSeconds || RETRY_SECONDS.usual, RETRY_SECONDS.most));
    }
  }
  return null;
}

async function wait(seconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}
