import { effect, signal } from "@preact/signals";
import type { PeaksDocument } from "../../../../clients/typescript/operations.ts";
import { ApiError } from "../../../../clients/typescript/client.ts";
import { client } from "../lib/client.ts";
import { WAIT_SECONDS } from "./awaited-url.ts";
import { currentFile } from "./player-state.ts";

/** Waveforms that are kept for songs that are heard again. */
const KEPT_MAX = 60;
/** A waveform that takes longer is refused with a time to wait. */
const TRIES_MAX = 20;
const RETRY_SECONDS = { usual: 2, most: 10 };

const kept = new Map<string, PeaksDocument>();

/** The waveform of the file that plays; null until it is there. */
export const currentPeaks = signal<PeaksDocument | null>(null);

/** Keeps `currentPeaks` at the file that plays. Returns the function that ends it. */
export function followPeaks(): () => void {
  return effect(() => {
    const id = currentFile.value?.id ?? null;
    currentPeaks.value = id === null ? null : (kept.get(id) ?? null);
    if (id === null || kept.has(id)) return undefined;
    const abort = new AbortController();
    void load(id, abort.signal);
    return () => abort.abort();
  });
}

/** Without a waveform, the player shows a line. */
async function load(id: string, ended: AbortSignal): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX && !ended.aborted; tries += 1) {
    try {
      const { body } = await client.readPeaks({ path: { id }, query: { wait: WAIT_SECONDS }, signal: ended });
      keep(id, body);
      if (!ended.aborted) currentPeaks.value = body;
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return;
      await wait(Math.min(error.retryAfterSeconds || RETRY_SECONDS.usual, RETRY_SECONDS.most));
    }
  }
}

function keep(id: string, peaks: PeaksDocument): void {
  kept.set(id, peaks);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

async function wait(seconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}
