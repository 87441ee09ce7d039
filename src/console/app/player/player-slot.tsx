import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { currentRow, isHelpOpen } from "./player-state.ts";
import { isTakenBy } from "./taken-keys.ts";

const loaded = signal<ComponentType | null>(null);

/** The place of the player. Its code is loaded with the first song, or with the list of keys. */
export function PlayerSlot() {
  const isNeeded = currentRow.value !== null || isHelpOpen.value;
  const songId = currentRow.value?.id;
  useEffect(() => {
    // If it cannot be loaded, the song plays all the same, and the next song tries again.
    if (isNeeded && loaded.value === null) load().catch(() => undefined);
  }, [isNeeded, songId]);
  useEffect(() => {
    addEventListener("keydown", openHelp);
    return () => removeEventListener("keydown", openHelp);
  }, []);
  const Player = loaded.value;
  return Player === null ? null : <Player />;
}

async function load(): Promise<void> {
  const { PlayerBar } = await import("./player-bar.tsx");
  loaded.value = PlayerBar;
}

function openHelp(event: KeyboardEvent): void {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event.target, event.key)) return;
  isHelpOpen.value = true;
}
