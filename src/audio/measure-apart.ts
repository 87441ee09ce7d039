import { type Static, Type } from "@sinclair/typebox";
import { DESCRIPTOR_BYTES } from "../../schema/sound-descriptor.ts";
import { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { StructureDocument } from "../../schema/wire/structure.ts";
import { backgroundLimits, STALLED_WITH_PROGRAMS_MS } from "../native/background-limits.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { runOwnChild, OwnChildFailed, readRequest } from "../native/own-child.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { STRUCTURE_BYTES_MAX } from "./structure/structure-apart.ts";
import { type StructureExtractor, structureExtractor } from "./structure/structure-extractor.ts";
import { type Measurement, measureAudio } from "./measure-audio.ts";
import { Waveform } from "./waveform.ts";

/** Includes the paths of the programs, which the parent has checked: the check takes longer than a measurement. */
const MeasureRequest = Type.Object({ path: Type.String(), ffmpeg: Type.String(), ffprobe: Type.String() });
const MeasureAnswer = Type.Union([
  Type.Object({
    facts: AudioFacts,
    waveform: Waveform,
    structure: StructureDocument,
    /** Base64. */
    descriptor: Type.Union([Type.String({ maxLength: 2 * DESCRIPTOR_BYTES }), Type.Null()]),
  }),
  Type.Object({ unreadable: Type.String() }),
]);

/** What is measured of a file of the catalog. The structure is found from the same samples. */
export interface FileMeasurement extends Measurement {
  readonly structure: StructureDocument;
}

/** A file of four hours takes less than two minutes. */
const CPU_MS_MAX = 600_000;

const CHILD = {
  command: ["measure-audio"],
  answer: MeasureAnswer,
  limits: {
    // Of the child itself. ffmpeg has its own limit.
    ...backgroundLimits(CPU_MS_MAX, STALLED_WITH_PROGRAMS_MS),
    // Of written memory only: Bun reserves far more address space.
    memoryBytesMax: 1_500_000_000,
    countsDataOnly: true,
    outputBytesMax: 20_000 + STRUCTURE_BYTES_MAX,
  },
  priority: "background",
  failure: "The file cannot be measured",
} as const;

/**
 * Measures a file in a child process, so that a second of computing delays no request and a crash costs that file alone.
 * Throws AudioUnreadable with a sentence for people; OwnChildFailed after a crash, which is worth a retry;
 * NativePartsUnusable; the signal's reason.
 */
export async function measureApart(
  path: string,
  parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">,
  signal: AbortSignal,
): Promise<FileMeasurement> {
  const request: Static<typeof MeasureRequest> = {
    path,
    ffmpeg: await parts.ffmpegPath(),
    ffprobe: await parts.ffprobePath(),
  };
  const answer = await runOwnChild(CHILD, request, signal).catch((error: unknown) => {
    const isTooSlow = error instanceof OwnChildFailed && error.end === "cpu-exceeded";
    throw isTooSlow ? new AudioUnreadable("Measuring it takes too much processor time.") : error;
  });
  if ("facts" in answer) {
    const { descriptor } = answer;
    return { ...answer, descriptor: descriptor === null ? null : Uint8Array.fromBase64(descriptor) };
  }
  throw new AudioUnreadable(answer.unreadable);
}

/** The child's side. */
export async function answerMeasure(text: string): Promise<Static<typeof MeasureAnswer>> {
  const { path, ...programs } = readRequest(MeasureRequest, text);
  try {
    let extractor: StructureExtractor | null = null;
    const measured = await measureAudio(path, programs, new AbortController().signal, {
      listener: () => {
        const made = structureExtractor();
        extractor = made;
        return (chunk) => made.take(chunk);
      },
    });
    return { ...measured, structure: structureIn(extractor), descriptor: measured.descriptor?.toBase64() ?? null };
  } catch (error) {
    if (error instanceof AudioUnreadable) return { unreadable: error.message };
    throw error;
  }
}

/** The compiler does not see that the listener was called. */
function structureIn(extractor: StructureExtractor | null): StructureDocument {
  return (extractor ?? structureExtractor()).structure();
}
