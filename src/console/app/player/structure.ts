import { effect, signal } from "@preact/signals";
import type { StructureDocument } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { WAIT_SECONDS } from "./awaited-url.ts";
import { currentPeaks } from "./peaks.ts";
import { currentFile } from "./player-state.ts";
import { whenMade } from "./when-made.ts";

/** Structures that are kept for songs that are heard again. */
const KEPT_MAX = 60;

const kept = new Map<string, StructureDocument>();

/** The structure of the file that plays; null until it is there. */
export const currentStructure = signal<StructureDocument | null>(null);

/**
 * Keeps `currentStructure` at the file that plays. It is asked for after the waveform, because the server can have to make both, and
 * the song itself comes first. Returns the function that ends it.
 */
export function followStructure(): () => void {
  return effect(() => {
    const id = currentFile.value?.id ?? null;
    const isDrawn = currentPeaks.value !== null;
    currentStructure.value = id === null ? null : (kept.get(id) ?? null);
    if (id === null || !isDrawn || kept.has(id)) return undefined;
    const abort = new AbortController();
    void load(id, abort.signal);
    return () => abort.abort();
  });
}

async function load(id: string, ended: AbortSignal): Promise<void> {
  const query = { wait: WAIT_SECONDS };
  const body = await whenMade(() => client.readStructure({ path: { id }, query, signal: ended }), ended);
  if (body === null) return;
  kept.set(id, body);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  if (!ended.aborted) currentStructure.value = body;
}
