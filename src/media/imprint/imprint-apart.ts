import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { AudioUnreadable } from "../../audio/audio-unreadable.ts";
import { backgroundLimits, STALLED_WITH_PROGRAMS_MS } from "../../native/background-limits.ts";
import { OwnChildFailed, readRequest, runOwnChild } from "../../native/own-child.ts";
import { isFaultOfSource } from "../make/making-failed.ts";
import type { AudioTools } from "../make/run-audio.ts";
import { chipsOf } from "./chips.ts";
import { type ReadImprints, readImprints } from "./read-imprints.ts";
import { writeImprint } from "./write-imprint.ts";

/** Includes the path of ffmpeg, which the parent has checked. */
const WriteRequest = Type.Object({
  source: Type.String(),
  filter: Type.String(),
  secret: Type.String(),
  recipient: Type.Integer(),
  to: Type.String(),
  ffmpeg: Type.String(),
});
const WriteAnswer = Type.Union([
  Type.Object({ written: Type.Literal(true) }),
  Type.Object({ unreadable: Type.String() }),
]);

const ReadRequest = Type.Object({
  source: Type.String(),
  secret: Type.String(),
  recipients: Type.Array(Type.Integer()),
  ffmpeg: Type.String(),
});
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);
const ReadAnswer = Type.Union([
  Type.Object({
    found: Type.Array(
      Type.Object({
        recipient: Type.Integer(),
        score: Type.Number(),
        falseAccusationRate: Type.Number(),
        from: Type.Number(),
        to: Type.Number(),
      }),
    ),
    threshold: NumberOrNull,
    best: NumberOrNull,
    correlations: Type.Number(),
    seconds: Type.Number(),
  }),
  Type.Object({ unreadable: Type.String() }),
]);

/** Processor time of the child, and again of ffmpeg: an hour takes about a minute, and ten thousand recipients another one. */
const CPU_MS_MAX = 900_000;
/** An hour has 130 MB of levels, twice, and 70 MB of windows. */
const MEMORY_BYTES_MAX = 2_000_000_000;
const ANSWER_BYTES_MAX = 1_000_000;
/** As many bytes as `writeImprint` writes at most. */
const FILE_BYTES_MAX = 2_500_000_000;

export interface ImprintOf {
  readonly secret: string;
  readonly recipient: number;
}

/** Runs `writeImprint` in a child process, because it computes for a second. Throws AudioUnreadable, OwnChildFailed, the signal's reason. */
export async function writeImprintApart(
  source: string,
  { to, filter, secret, recipient }: ImprintOf & { readonly to: string; readonly filter: string },
  tools: AudioTools,
): Promise<void> {
  const ffmpeg = await tools.parts.ffmpegPath();
  const request: Static<typeof WriteRequest> = { source, filter, secret, recipient, to, ffmpeg };
  const answer = await run(tools, request, {
    command: ["write-imprint"],
    answer: WriteAnswer,
    failure: "The imprint could not be made",
  });
  if ("unreadable" in answer) throw new AudioUnreadable(answer.unreadable);
}

/** Runs `readImprints` in a child process. Throws AudioUnreadable with a sentence for people, OwnChildFailed, the signal's reason. */
export async function readImprintsApart(
  source: string,
  { secret, recipients }: { readonly secret: string; readonly recipients: readonly number[] },
  tools: AudioTools,
): Promise<ReadImprints> {
  const ffmpeg = await tools.parts.ffmpegPath();
  const request: Static<typeof ReadRequest> = { source, secret, recipients: [...recipients], ffmpeg };
  const answer = await run(tools, request, {
    command: ["read-imprints"],
    answer: ReadAnswer,
    failure: "The file cannot be searched",
  });
  if ("unreadable" in answer) throw new AudioUnreadable(answer.unreadable);
  return answer;
}

async function run<Answer extends TSchema>(
  { signal, priority }: AudioTools,
  request: object,
  child: { readonly command: readonly [string]; readonly answer: Answer; readonly failure: string },
): Promise<Static<Answer>> {
  const limits = {
    ...backgroundLimits(CPU_MS_MAX, STALLED_WITH_PROGRAMS_MS),
    memoryBytesMax: MEMORY_BYTES_MAX,
    countsDataOnly: true,
    outputBytesMax: ANSWER_BYTES_MAX,
    fileBytesMax: FILE_BYTES_MAX,
  } as const;
  return await runOwnChild({ ...child, limits, priority: priority() }, request, signal).catch((error: unknown) => {
    const isTooSlow = error instanceof OwnChildFailed && error.end === "cpu-exceeded";
    throw isTooSlow ? new AudioUnreadable("It takes too much processor time.") : error;
  });
}

/** The child's side of `writeImprintApart`. */
export async function answerWriteImprint(text: string): Promise<Static<typeof WriteAnswer>> {
  const { source, filter, secret, recipient, to, ffmpeg } = readRequest(WriteRequest, text);
  return await orUnreadable(async () => {
    await writeImprint({ source, filter, chips: chipsOf(secret, recipient) }, to, toolsWith(ffmpeg));
    return { written: true };
  });
}

/** The child's side of `readImprintsApart`. */
export async function answerReadImprints(text: string): Promise<Static<typeof ReadAnswer>> {
  const { source, secret, recipients, ffmpeg } = readRequest(ReadRequest, text);
  return await orUnreadable(async () => {
    const { found, ...search } = await readImprints(source, { secret, recipients }, toolsWith(ffmpeg));
    return { ...search, found: [...found] };
  });
}

async function orUnreadable<Answer>(work: () => Promise<Answer>): Promise<Answer | { readonly unreadable: string }> {
  try {
    return await work();
  } catch (error) {
    if (isFaultOfSource(error)) return { unreadable: error.message };
    throw error;
  }
}

/** The priority of the child itself. */
function toolsWith(ffmpeg: string): AudioTools {
  const ffmpegPath = (): Promise<string> => Promise.resolve(ffmpeg);
  const parts = { ffmpegPath, ffprobePath: ffmpegPath };
  return { parts, signal: new AbortController().signal, priority: () => "request" };
}
