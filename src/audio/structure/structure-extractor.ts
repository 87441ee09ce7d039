import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { type OnsetFrame, onsetAnalyser, ONSETS_A_SECOND } from "../onset-analyser.ts";
import { AUDIO_RATE, type SampleReader, sampleReader } from "../samples.ts";
import { type NoteFrame, noteMeter } from "./structure-meter.ts";
import { structureOf } from "./structure-of.ts";

/** Version of the method. A structure of another version is found again when it is asked for. */
export const STRUCTURE_VERSION = 3;

/** Only the first part of a longer sound is analysed: matrices grow with the square of the bars. */
const ANALYSED_SECONDS_MAX = 900;
const FRAMES_MAX = Math.ceil(ANALYSED_SECONDS_MAX * ONSETS_A_SECOND);

export interface StructureExtractor {
  /** 16-bit little-endian samples at AUDIO_RATE, mono. */
  take: SampleReader["take"];
  structure(): StructureDocument;
}

/** Finds the structure of a stream of samples. */
export function structureExtractor(): StructureExtractor {
  const onsets: OnsetFrame[] = [];
  const notes: NoteFrame[] = [];
  const onsetOf = onsetAnalyser();
  const takeNotes = noteMeter((frame) => notes.push(frame));
  const reader = sampleReader((block) => {
    if (onsets.length >= FRAMES_MAX) return;
    onsets.push(onsetOf(block));
    takeNotes(block);
  });
  return {
    take: (chunk) => reader.take(chunk),
    structure: () => structureOf({ onsets, notes }, reader.count() / AUDIO_RATE),
  };
}
