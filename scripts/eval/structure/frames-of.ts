import { type OnsetFrame, onsetAnalyser } from "../../../src/audio/onset-analyser.ts";
import { sampleReader } from "../../../src/audio/samples.ts";
import { type NoteFrame, noteMeter, type StructureFrames } from "../../../src/audio/structure/structure-meter.ts";

/** Returns the frames of samples at AUDIO_RATE, 16 bits, mono. */
export function framesOf(samples: Int16Array): StructureFrames {
  const onsets: OnsetFrame[] = [];
  const notes: NoteFrame[] = [];
  const onsetOf = onsetAnalyser();
  const takeNotes = noteMeter((frame) => notes.push(frame));
  sampleReader((block) => {
    onsets.push(onsetOf(block));
    takeNotes(block);
  }).take(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  return { onsets, notes };
}

/** Halves the rate of a WAV of 16 bits, stereo, 44.1 kHz, and mixes it to mono. */
export function halfRateMono(wav: Uint8Array): Int16Array {
  const header = 44;
  const stereo = new Int16Array(wav.buffer, wav.byteOffset + header, (wav.byteLength - header) >> 1);
  const at = (index: number): number => stereo[index] ?? 0;
  return Int16Array.from({ length: stereo.length >> 2 }, (_, frame) =>
    Math.round((at(4 * frame) + at(4 * frame + 1) + at(4 * frame + 2) + at(4 * frame + 3)) / 4),
  );
}
