import { type Static, Type } from "@sinclair/typebox";
import { ENERGIES, VOCALS } from "../../schema/song.ts";
import { runOwnChild, readRequest } from "../native/own-child.ts";
import type { ChildLimits, ChildPriority } from "../native/run-child.ts";
import { renderParts } from "./render-song.ts";
import { type SoundSong } from "./sound-song.ts";

/** Raise it when the same song sounds different than before: everything is then rendered again. */
const RENDERER_VERSION = 3;
/** A piece takes half a second of one core; the limit allows for a busy machine. */
const LIMITS: ChildLimits = {
  timeoutMs: 60_000,
  // Below 2 GB Bun's compiler has no room for its code and silently interprets: sixteen times slower, measured.
  memoryBytesMax: 3_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 4_096,
  fileBytesMax: 20_000_000,
};

const Words = Type.Array(Type.String());
const RenderRequest = Type.Object({
  song: Type.Object({
    id: Type.String(),
    bpm: Type.Union([Type.Number({ minimum: 20, maximum: 400 }), Type.Null()]),
    keyName: Type.String(),
    keyMode: Type.String(),
    energy: Type.Union(ENERGIES.map((energy) => Type.Literal(energy))),
    tags: Type.Object({ genre: Words, mood: Words, instrument: Words, characteristic: Words }),
    audioFiles: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        vocals: Type.Union([...VOCALS.map((vocals) => Type.Literal(vocals)), Type.Null()]),
        stem: Type.Boolean(),
      }),
    ),
  }),
  part: Type.String(),
  /** The file to write. */
  path: Type.String(),
});
type RenderRequest = Static<typeof RenderRequest>;
const Rendered = Type.Object({ bytes: Type.Integer() });

/** SHA-256, in hexadecimal, over everything that determines the sound of a part. */
export function soundDigest(song: SoundSong, part: string): string {
  const text = JSON.stringify([RENDERER_VERSION, fieldsOf(song), part]);
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** Renders a part of a song to a WAV at `path`, in a child process of this priority. Throws OwnChildFailed or the signal's reason. */
export async function renderApart(
  song: SoundSong,
  part: string,
  path: string,
  { priority, signal }: { readonly priority: ChildPriority; readonly signal?: AbortSignal },
): Promise<void> {
  const failure = `The sound of ${song.id} could not be rendered`;
  const child = { command: ["render-sound"], answer: Rendered, limits: LIMITS, priority, failure } as const;
  const request: RenderRequest = { song: fieldsOf(song), part, path };
  await runOwnChild(child, request, signal);
}

/** The child's side. */
export async function answerRender(text: string): Promise<Static<typeof Rendered>> {
  const { song, part, path } = readRequest(RenderRequest, text);
  const wav = renderParts(song, [part]).get(part);
  if (wav === undefined) throw new Error(`The song ${song.id} has no part ${JSON.stringify(part)}.`);
  return { bytes: await Bun.write(path, wav) };
}

/** Only the fields that determine the sound, in a fixed order. */
function fieldsOf(song: SoundSong): RenderRequest["song"] {
  const { genre, mood, instrument, characteristic } = song.tags;
  const tags = { genre: [...genre], mood: [...mood], instrument: [...instrument], characteristic: [...characteristic] };
  const audioFiles = song.audioFiles.map(({ id, description, vocals, stem }) => ({ id, description, vocals, stem }));
  const { id, bpm, keyName, keyMode, energy } = song;
  return { id, bpm, keyName, keyMode, energy, tags, audioFiles };
}
