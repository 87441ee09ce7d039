import { type Static, Type } from "@sinclair/typebox";
import { DESCRIPTOR_BYTES } from "../../../schema/sound-descriptor.ts";
import { AudioFacts } from "../../../schema/wire/audio-facts.ts";
import { backgroundLimits, STALLED_WITH_PROGRAMS_MS } from "../../native/background-limits.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import { OwnChildFailed, readRequest, runOwnChild } from "../../native/own-child.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { AudioUnreadable } from "../audio-unreadable.ts";
import { hearAudio, HEARD_SECONDS_MAX, type HeardFile } from "./hear-audio.ts";
import { packHearing, unpackHearing } from "./hearing.ts";
import { STEP_SECONDS } from "./segments.ts";

/** Includes the paths of the programs, which the parent has checked. */
const HearRequest = Type.Object({
  path: Type.String(),
  container: Type.Optional(Type.Union([Type.Literal("mov"), Type.Literal("matroska")])),
  ffmpeg: Type.String(),
  ffprobe: Type.String(),
});

/** A packed hearing of the longest sound, in base64. */
const HEARING_CHARS_MAX = 2 * DESCRIPTOR_BYTES * Math.ceil(HEARD_SECONDS_MAX / STEP_SECONDS);

const HearAnswer = Type.Union([
  Type.Object({ facts: AudioFacts, hearing: Type.String({ maxLength: HEARING_CHARS_MAX }) }),
  Type.Object({ unreadable: Type.String() }),
]);

/** Processor time of the child, and again of ffmpeg. An hour takes about a minute. */
const CPU_MS_MAX = 600_000;

/** What is heard: an audio file, or the sound of a film in this container. */
export interface HeardPath {
  readonly path: string;
  readonly container?: "mov" | "matroska";
}

/**
 * Hears a file in a child process with a limit on processor time, so that a hostile file can only fail its own analysis.
 * Throws AudioUnreadable with a sentence for people; OwnChildFailed after a crash, which is worth a retry; NativePartsUnusable; the
 * signal's reason.
 */
export async function hearApart(
  source: HeardPath,
  parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">,
  { priority, signal }: { readonly priority: ChildPriority; readonly signal: AbortSignal },
): Promise<HeardFile> {
  const request: Static<typeof HearRequest> = {
    ...source,
    ffmpeg: await parts.ffmpegPath(),
    ffprobe: await parts.ffprobePath(),
  };
  const answer = await runOwnChild(childOf(priority), request, signal).catch((error: unknown) => {
    const isTooSlow = error instanceof OwnChildFailed && error.end === "cpu-exceeded";
    throw isTooSlow ? new AudioUnreadable("Its analysis takes too much processor time.") : error;
  });
  if ("unreadable" in answer) throw new AudioUnreadable(answer.unreadable);
  const hearing = unpackHearing(Uint8Array.fromBase64(answer.hearing));
  if (hearing === null) throw new Error("A child process answered with a hearing of another form.");
  return { facts: answer.facts, hearing };
}

function childOf(priority: ChildPriority) {
  return {
    command: ["hear-audio"],
    answer: HearAnswer,
    limits: {
      // Of the child itself. ffmpeg has its own limit.
      ...backgroundLimits(CPU_MS_MAX, STALLED_WITH_PROGRAMS_MS),
      // Of written memory only: Bun reserves far more address space.
      memoryBytesMax: 1_500_000_000,
      countsDataOnly: true,
      outputBytesMax: HEARING_CHARS_MAX + 20_000,
    },
    priority,
    failure: "The file cannot be heard",
  } satisfies Parameters<typeof runOwnChild>[0];
}

/** The child's side. */
export async function answerHearing(text: string): Promise<Static<typeof HearAnswer>> {
  const { path, container, ...programs } = readRequest(HearRequest, text);
  try {
    const { facts, hearing } = await hearAudio({ path, container }, programs, new AbortController().signal);
    return { facts, hearing: packHearing(hearing).toBase64() };
  } catch (error) {
    if (error instanceof AudioUnreadable) return { unreadable: error.message };
    throw error;
  }
}
