import { signal } from "@preact/signals";
import { client, messageOf } from "../lib/client.ts";
import { type SimilarRow, similarRowsOf } from "../results/similar-rows.ts";
import { currentRow } from "./player-state.ts";

/** Songs in the panel. */
const SIMILAR_COUNT = 12;

export type SimilarAnswer =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "answered"; readonly rows: readonly SimilarRow[] };

/** The song whose similar songs are listed, and them. Null while the panel is closed. */
export const similar = signal<{ readonly to: string; readonly answer: SimilarAnswer } | null>(null);

export function isSimilarOpen(): boolean {
  return similar.value !== null;
}

/** Lists the songs that are similar to the one that plays, or closes the list. */
export function toggleSimilar(): void {
  if (similar.value === null) void list();
  else closeSimilar();
}

export function closeSimilar(): void {
  similar.value = null;
}

async function list(): Promise<void> {
  const row = currentRow.value;
  if (row === null) return;
  const opened = { to: row.title, answer: { kind: "loading" } } as const;
  similar.value = opened;
  const answer = await answerFor(row.id);
  // The panel can have been closed, or opened for another song.
  if (similar.value === opened) similar.value = { to: row.title, answer };
}

async function answerFor(id: string): Promise<SimilarAnswer> {
  try {
    const { body } = await client.listSimilarSongs({ path: { id }, query: { "page[size]": SIMILAR_COUNT } });
    return { kind: "answered", rows: similarRowsOf(body) };
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}
