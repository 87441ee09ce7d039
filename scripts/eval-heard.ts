/**
 * How well a file finds its own song in a catalog of real music: by the whole and its typical part, as an upload is searched, and by
 * excerpts. The projection is learned from the catalog itself, as in use. Prints the figures of docs/audio.md.
 *
 *   bun scripts/eval-heard.ts FOLDER [--kept FOLDER]
 *
 * FOLDER has music; files below 40 seconds are left out. `--kept` keeps what was heard of each file, as an upload is kept, so that an
 * interrupted run continues.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TimeSpan } from "../schema/heard-sound.ts";
import { packDescriptor } from "../src/audio/descriptor/descriptor-bytes.ts";
import { hearAudio } from "../src/audio/hearing/hear-audio.ts";
import { compared, type Hearing, packHearing, unpackHearing } from "../src/audio/hearing/hearing.ts";
import { messageOf } from "../src/lib/assert.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import { compareSound, PLAIN_WEIGHTS, weighLikeness } from "../src/ranking/sound/compare.ts";
import { meanSignature } from "../src/ranking/sound/sign.ts";
import { signSongs } from "../src/ranking/sound/sign-songs.ts";
import { SIGNATURE_BYTES } from "../src/ranking/sound/signature.ts";

const SECONDS_MIN = 40;
/** Smaller files are sound effects, which need not be decoded to know it. */
const BYTES_MIN = 200_000;

interface Heard {
  readonly seconds: number;
  readonly hearing: Hearing;
}

interface HeardPiece extends Heard {
  readonly descriptor: string;
}

const QUERIES: readonly (readonly [name: string, excerpt: (seconds: number) => TimeSpan | null])[] = [
  ["the whole and its typical part", () => null],
  ["the first 30 seconds", () => ({ start: 0, end: 30 })],
  ["20 seconds from 13 s on", () => ({ start: 13, end: 33 })],
  ["12 seconds from 10 s on", () => ({ start: 10, end: 22 })],
  ["the last third", (seconds) => ({ start: (2 * seconds) / 3, end: seconds })],
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kept: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("Expected a FOLDER with music, got nothing.");
const parts = openNativeParts(".");
const programs = { ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
const used = process.cpuUsage();
const pieces: HeardPiece[] = [];
for (const path of [...new Bun.Glob("**/*.{ogg,opus,oga,mp3,flac,wav,m4a}").scanSync(folder)].toSorted()) {
  const full = join(folder, path);
  if (Bun.file(full).size < BYTES_MIN) continue;
  const heard = (await keptOf(path)) ?? (await hear(path, full));
  if (heard === null || heard.seconds < SECONDS_MIN || heard.hearing.descriptor === null) continue;
  pieces.push({ ...heard, descriptor: packDescriptor(heard.hearing.descriptor).toBase64() });
}
const { user, system } = process.cpuUsage(used);
const seconds = pieces.reduce((sum, piece) => sum + piece.seconds, 0);
const cpu = (user + system) / 1e6;
const speed = values.kept === undefined ? `, ${Math.round(seconds / cpu)} times real time without decoding` : "";
console.log(`${pieces.length} pieces of ${Math.round(seconds)} s${speed}`);

const { signatures, projections } = signSongs(pieces.map(({ descriptor }) => descriptor));
for (const [name, excerptOf] of QUERIES) {
  const found = pieces.map(({ hearing, seconds: length }, own) => {
    const sound = meanSignature(compared(hearing, excerptOf(length)).descriptions, projections);
    const scores = pieces.map((_, at) =>
      weighLikeness(compareSound(sound, signatures, at * SIGNATURE_BYTES), PLAIN_WEIGHTS),
    );
    const score = scores[own] ?? 0;
    const next = Math.max(...scores.filter((_, at) => at !== own));
    return { score, next };
  });
  const mean = (of: (one: (typeof found)[number]) => number): string =>
    (found.reduce((sum, one) => sum + of(one), 0) / found.length).toFixed(3);
  const first = mean(({ score, next }) => (score > next ? 1 : 0));
  console.log(
    `${name.padEnd(32)} R@1 ${first}  likeness ${mean(({ score }) => score)}  next ${mean(({ next }) => next)}`,
  );
}

async function hear(path: string, full: string): Promise<Heard | null> {
  try {
    const { facts, hearing } = await hearAudio({ path: full }, programs, new AbortController().signal);
    if (values.kept !== undefined) {
      await Bun.write(
        keptPath(path),
        JSON.stringify({ seconds: facts.duration, hearing: packHearing(hearing).toBase64() }),
      );
    }
    return { seconds: facts.duration, hearing };
  } catch (error) {
    console.error(`${path} is left out: ${messageOf(error)}`);
    return null;
  }
}

/** Null for a file that was not heard yet. */
async function keptOf(path: string): Promise<Heard | null> {
  if (values.kept === undefined || !(await Bun.file(keptPath(path)).exists())) return null;
  const { seconds: length, hearing } = (await Bun.file(keptPath(path)).json()) as { seconds: number; hearing: string };
  const unpacked = unpackHearing(Uint8Array.fromBase64(hearing));
  return unpacked === null ? null : { seconds: length, hearing: unpacked };
}

function keptPath(path: string): string {
  return join(values.kept ?? "", `${path.replaceAll("/", "_")}.json`);
}
