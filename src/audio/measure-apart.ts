import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { messageOf } from "../lib/assert.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { ownProgram } from "../native/own-program.ts";
import { type ChildLimits, runChild } from "../native/run-child.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { measureAudio } from "./measure-audio.ts";

/** The name of the command that the child is started with (cli/listen.ts). */
export const LISTEN_COMMAND = "listen";

const LIMITS: ChildLimits = {
  timeoutMs: 1_300_000,
  // Of what is written to: Bun alone reserves far more addresses.
  memoryBytesMax: 1_500_000_000,
  countsDataOnly: true,
  outputBytesMax: 10_000,
};

/** What the child is asked. The programs were checked by the parent: a child that did so again would take longer to than to measure. */
const Asked = Type.Object({ path: Type.String(), ffmpeg: Type.String(), ffprobe: Type.String() });
type Asked = Static<typeof Asked>;
const Answered = Type.Union([
  Type.Object({ facts: AudioFacts }),
  Type.Object({ error: Type.String(), isSentence: Type.Boolean() }),
]);
type Answered = Static<typeof Answered>;

/**
 * Measures a file in a process of its own, so that a second of computing keeps no request waiting, and a crash costs
 * that file alone. Throws AudioUnreadable with a sentence for people; an Error after a crash; NativePartsUnusable; the
 * signal's reason.
 */
export async function measureApart(
  path: string,
  parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">,
  signal: AbortSignal,
): Promise<AudioFacts> {
  const asked: Asked = { path, ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
  const command = [...ownProgram(), LISTEN_COMMAND, JSON.stringify(asked)] as const;
  const result = await runChild(command, { limits: LIMITS, priority: "background", signal });
  signal.throwIfAborted();
  if (result.end === "timed-out") throw new AudioUnreadable("The file took too long to measure.");
  const answer = parsed(result.stdout);
  // Perhaps the file's fault, perhaps a machine without memory: worth another try.
  if (answer === null) throw new Error(`Measuring crashed (${result.signal ?? result.exitCode ?? result.end}).`);
  if ("facts" in answer) return answer.facts;
  throw answer.isSentence
    ? new AudioUnreadable(answer.error)
    : new Error(`The file cannot be measured: ${answer.error}`);
}

/** The child's side: one question, one answer, as JSON. */
export async function answerListening(question: string): Promise<string> {
  return JSON.stringify(await listenTo(question));
}

async function listenTo(question: string): Promise<Answered> {
  try {
    const { path, ...programs } = Value.Decode(Asked, JSON.parse(question));
    return { facts: await measureAudio(path, programs, new AbortController().signal) };
  } catch (error) {
    return { error: messageOf(error), isSentence: error instanceof AudioUnreadable };
  }
}

function parsed(stdout: Uint8Array): Answered | null {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(stdout));
    return Value.Check(Answered, answer) ? answer : null;
  } catch {
    return null;
  }
}
