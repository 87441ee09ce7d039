import type { HeardSound } from "../../schema/heard-sound.ts";
import { DESCRIPTOR_LENGTH } from "../../schema/sound-descriptor.ts";
import { descriptorOf, type Kinds } from "./sound-descriptors.ts";

/** A sound of these kinds, as a client sends it. */
export function heardSound(kinds: Kinds, take = 1_000): HeardSound {
  const values = Float32Array.from(new Float16Array(descriptorOf(kinds, take).buffer));
  const descriptions = [values.subarray(0, DESCRIPTOR_LENGTH), values.subarray(DESCRIPTOR_LENGTH)];
  return {
    kind: "audio",
    duration: 90,
    excerpt: null,
    typical: { start: 30, end: 60 },
    bpm: 120,
    key: null,
    descriptions,
  };
}
