import { computed, signal } from "@preact/signals";

/** The share of the music in its balance with a film, from 0 to 1. */
export const musicShare = signal(1);
/** What brings the song to the common loudness, from 0 to 1; see `gainOf`. */
export const loudnessGain = signal(1);
/** Whether the stems sound instead of the song. The song then plays silently, as their clock. */
export const areStemsOn = signal(false);

/** The volume of the music, from 0 to 1. */
export const musicVolume = computed(() => musicShare.value * loudnessGain.value);
