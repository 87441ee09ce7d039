import { computed, signal } from "@preact/signals";
import type { SongMark } from "../search/steps.ts";

export type MarkKind = "like" | "dislike";

/** What the person writes as the next turn. */
export const draftText = signal("");
/** The songs that are marked for the next turn, in the order in which they were marked. */
const marks = signal<readonly (SongMark & { readonly kind: MarkKind })[]>([]);

export const draftLikes = computed(() => marks.value.filter(({ kind }) => kind === "like"));
export const draftDislikes = computed(() => marks.value.filter(({ kind }) => kind === "dislike"));
/** Whether there is something to submit. */
export const hasDraft = computed(() => marks.value.length > 0 || /[\p{L}\p{N}]/u.test(draftText.value));

/** Returns how a song is marked; null if it is not. */
export function markOf(id: string): MarkKind | null {
  return marks.value.find((mark) => mark.id === id)?.kind ?? null;
}

/** Marks a song, or takes back the same mark. */
export function toggleMark({ id, title }: SongMark, kind: MarkKind): void {
  const others = marks.value.filter((mark) => mark.id !== id);
  marks.value = markOf(id) === kind ? others : [...others, { id, title, kind }];
}

/** Forgets text and marks. */
export function clearDraft(): void {
  draftText.value = "";
  marks.value = [];
}

/** Puts the text and the marks of a turn into an empty draft, to be changed. */
export function fillDraft(text: string, likes: readonly SongMark[], dislikes: readonly SongMark[]): void {
  if (hasDraft.value) return;
  draftText.value = text;
  marks.value = [
    ...likes.map((mark) => ({ ...mark, kind: "like" as const })),
    ...dislikes.map((mark) => ({ ...mark, kind: "dislike" as const })),
  ];
}
