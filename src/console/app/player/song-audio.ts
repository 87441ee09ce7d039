import { computed, effect, signal } from "@preact/signals";
import type { SongAudio } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { readStored, writeStored } from "../lib/stored.ts";
import { gainOf } from "./loudness.ts";
import { currentFile, currentRow } from "./player-state.ts";
import { loudnessGain } from "./volume.ts";

type FileFacts = SongAudio["data"][number];

/** Songs whose facts are kept. */
const KEPT_MAX = 200;
const STORED_AS = "needledrop-loudness";

const kept = new Map<string, readonly FileFacts[]>();
/** The files of the song that plays, in the order of the catalog; null until they are known. */
const currentFacts = signal<readonly FileFacts[] | null>(null);

/** Whether songs are brought to the same loudness. The browser keeps the choice. */
export const isMatched = signal(readStored(STORED_AS, ["as-is"]) === null);

/** The stems of the song that plays. */
export const currentStems = computed(() => {
  const stems = new Set((currentFacts.value ?? []).filter(({ attributes }) => attributes.stem).map(({ id }) => id));
  return currentRow.value?.files.filter(({ id }) => stems.has(id)) ?? [];
});

/** The index of the version that the stems belong to: the song's first full version. -1 if it is unknown. */
export const fullFileIndex = computed(() => {
  const full = currentFacts.value?.find(({ attributes }) => !attributes.stem);
  return currentRow.value?.files.findIndex(({ id }) => id === full?.id) ?? -1;
});

export function toggleMatched(): void {
  isMatched.value = !isMatched.value;
  writeStored(STORED_AS, isMatched.value ? null : "as-is");
}

/** Keeps facts and volume at the song that plays. Returns the function that ends it. */
export function followSongAudio(): () => void {
  const endFacts = effect(() => {
    const id = currentRow.value?.id ?? null;
    currentFacts.value = id === null ? null : (kept.get(id) ?? null);
    if (id !== null && !kept.has(id)) void load(id);
  });
  const endVolume = effect(() => {
    loudnessGain.value = isMatched.value ? gainOf(loudnessNow()) : 1;
  });
  return () => {
    endFacts();
    endVolume();
  };
}

/** Another version of a measured song is usually as loud. */
function loudnessNow(): number | null {
  const facts = currentFacts.value ?? [];
  const own = facts.find(({ id }) => id === currentFile.value?.id);
  return own?.attributes.loudness ?? facts.find(({ attributes }) => !attributes.stem)?.attributes.loudness ?? null;
}

/** Without facts, the song plays at the volume of a usual one, and has no stems. */
async function load(id: string): Promise<void> {
  try {
    const { body } = await client.readSongAudio({ path: { id } });
    kept.set(id, body.data);
  } catch {
    return;
  }
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  if (currentRow.value?.id === id) currentFacts.value = kept.get(id) ?? null;
}
