import type { AudioFacts } from "../../schema/wire/audio-facts.ts";

/** Plausible measurements: 128 bpm and A minor, both certain. */
export function audioFacts(more: Partial<AudioFacts> = {}): AudioFacts {
  return {
    duration: 183.25,
    sample_rate: 44_100,
    channels: 2,
    loudness: -12.3,
    bpm: { value: 127.6, confidence: 0.9 },
    key: { name: "A", mode: "minor", confidence: 0.9 },
    energy: { value: "high", confidence: 0.7 },
    ...more,
  };
}
