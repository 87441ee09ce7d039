import { type Static, Type } from "@sinclair/typebox";
import { StructureDocument } from "../../../schema/wire/structure.ts";
import { backgroundLimits, STALLED_WITH_PROGRAMS_MS } from "../../native/background-limits.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import { OwnChildFailed, readRequest, runOwnChild } from "../../native/own-child.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { AudioUnreadable } from "../audio-unreadable.ts";
import { findStructure } from "./find-structure.ts";

const StructureRequest = Type.Object({ path: Type.String(), ffmpeg: Type.String() });
const StructureAnswer = Type.Union([
  Type.Object({ structure: StructureDocument }),
  Type.Object({ unreadable: Type.String() }),
]);

/** Processor time of the child, and again of ffmpeg. A file of four hours takes less than two minutes. */
const CPU_MS_MAX = 600_000;
/** The structure of 900 bars has some 200 KB. */
export const STRUCTURE_BYTES_MAX = 1_000_000;

/**
 * Finds the structure of a file in a child process, for files that were measured before this version, and rendered ones. A
 * measurement finds it from its own samples. Throws as `measureApart` does.
 */
export async function structureApart(
  path: string,
  parts: Pick<NativeParts, "ffmpegPath">,
  { priority, signal }: { readonly priority: ChildPriority; readonly signal: AbortSignal },
): Promise<StructureDocument> {
  const request: Static<typeof StructureRequest> = { path, ffmpeg: await parts.ffmpegPath() };
  const answer = await runOwnChild(childOf(priority), request, signal).catch((error: unknown) => {
    const isTooSlow = error instanceof OwnChildFailed && error.end === "cpu-exceeded";
    throw isTooSlow ? new AudioUnreadable("Its analysis takes too much processor time.") : error;
  });
  if ("unreadable" in answer) throw new AudioUnreadable(answer.unreadable);
  return answer.structure;
}

function childOf(priority: ChildPriority) {
  return {
    command: ["find-structure"],
    answer: StructureAnswer,
    limits: {
      ...backgroundLimits(CPU_MS_MAX, STALLED_WITH_PROGRAMS_MS),
      memoryBytesMax: 1_500_000_000,
      countsDataOnly: true,
      outputBytesMax: STRUCTURE_BYTES_MAX,
    },
    priority,
    failure: "The structure of the file cannot be found",
  } satisfies Parameters<typeof runOwnChild>[0];
}

/** The child's side. */
export async function answerStructure(text: string): Promise<Static<typeof StructureAnswer>> {
  const { path, ffmpeg } = readRequest(StructureRequest, text);
  try {
    return { structure: await findStructure(path, ffmpeg, new AbortController().signal) };
  } catch (error) {
    if (error instanceof AudioUnreadable) return { unreadable: error.message };
    throw error;
  }
}
