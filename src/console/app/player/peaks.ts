import { effect, signal } from "@preact/signals";
import type { PeaksDocument } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { WAIT_SECONDS } from "./awaited-url.ts";
import { currentFile } from "./player-state.ts";
import { whenMade } from "./when-made.ts";

/** Waveforms that are kept for songs that are heard again. */
const KEPT_MAX = 60;
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
  const query = { wait: WAIT_SECONDS };
  const body = await whenMade(() => client.readPeaks({ path: { id }, query, signal: ended }), ended);
  if (body === null) return;
  keep(id, body);
  if (!ended.aborted) currentPeaks.value = body;
}

function keep(id: string, peaks: PeaksDocument): void {
  kept.set(id, peaks);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}
