import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { keyConfidence, tempoConfidence, TOLD_MIN } from "./confidence.ts";
import { energyOf } from "./energy.ts";
import { keyOf, NOTE_NAMES } from "./key.ts";
import type { Heard } from "./listen.ts";
import { ONSETS_A_SECOND } from "./onset-analyser.ts";
import { tempoOf } from "./tempo.ts";

/** What the sound itself tells. @param loudness LUFS; null for silence, of which nothing is told. */
export function judge(heard: Heard, loudness: number | null): Pick<AudioFacts, "bpm" | "key" | "energy"> {
  if (loudness === null) return { bpm: null, key: null, energy: null };
  return { bpm: bpmIn(heard), key: keyIn(heard), energy: energyOf(heard.frames, loudness) };
}

function bpmIn({ frames }: Heard): AudioFacts["bpm"] {
  const onsets = Float64Array.from(frames, (frame) => frame.onset);
  const guess = tempoOf(onsets, ONSETS_A_SECOND);
  if (guess === null) return null;
  const confidence = tempoConfidence(guess);
  return confidence < TOLD_MIN ? null : { value: Math.round(guess.bpm * 10) / 10, confidence };
}

function keyIn({ circle }: Heard): AudioFacts["key"] {
  const guess = keyOf(circle);
  if (guess === null) return null;
  const confidence = keyConfidence(guess);
  return confidence < TOLD_MIN ? null : { name: NOTE_NAMES[guess.tonic] ?? "C", mode: guess.mode, confidence };
}
