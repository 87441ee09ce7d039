import { signal } from "@preact/signals";

/** Whether the film is shown above the player. */
export const isFilmOpen = signal(false);
