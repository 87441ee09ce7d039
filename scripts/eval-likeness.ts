/**
 * How well the signature of sound finds real music: the other half of a piece among all pieces, also from an MP3, at another
 * pitch and tempo, and under speech; and whether pieces of one album are nearer than strangers. Prints the figures of
 * docs/audio.md, with those of chance and of the mean of the cepstrum, and the time to compare a signature with a million others.
 *
 *   bun scripts/eval-likeness.ts FOLDER [--cache FOLDER] [--speech FILE]
 *
 * FOLDER has music, for example Debian's unpacked packages of game music; files below 40 seconds are left out. The projection is
 * learned from the albums of one half, and all figures are of the other half, so no piece is searched by what was learned from
 * it. `--speech` is a recording; without it, a voice is synthesised.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { AUDIO_RATE } from "../src/audio/samples.ts";
import { messageOf } from "../src/lib/assert.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import { describePiece, type DescribedPiece, DISTORTIONS, type Studio } from "./eval/likeness/describe-piece.ts";
import { decodeFile } from "./eval/likeness/ffmpeg.ts";
import { cepstrumSearch, retrieved, signatureSearch } from "./eval/likeness/retrieve.ts";
import { voiceLike } from "./eval/likeness/voice.ts";
import { printScanTimes, timeSignatureScan } from "./lib/signature-scan.ts";

const VOICE_SECONDS = 60;
const SCANNED = 1_000_000;
/** Smaller files are sound effects, which need not be decoded to know it. */
const PIECE_BYTES_MIN = 200_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string" }, speech: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Expected a FOLDER with music, got nothing.");
if (values.cache !== undefined) mkdirSync(values.cache, { recursive: true });
const ffmpeg = await openNativeParts(".").ffmpegPath();
const studio: Studio = {
  ffmpeg,
  speech:
    values.speech === undefined
      ? voiceLike(VOICE_SECONDS, AUDIO_RATE)
      : Float64Array.from(await decodeFile(ffmpeg, values.speech)),
  cache: values.cache ?? null,
};

const pieces: DescribedPiece[] = [];
const paths = [...new Bun.Glob("**/*.{ogg,opus,oga,mp3,flac,wav,m4a}").scanSync(folder)].filter(
  (path) => Bun.file(join(folder, path)).size >= PIECE_BYTES_MIN,
);
// In the order of a hash, so that an interrupted run with a cache has pieces of all albums.
for (const path of paths.toSorted((one, other) => Number(BigInt.asIntN(32, Bun.hash(one) - Bun.hash(other))))) {
  const piece = await describePiece(folder, path, studio).catch((error: unknown) => {
    console.error(`${path} is left out: ${messageOf(error)}`);
    return null;
  });
  if (piece !== null) pieces.push(piece);
}
const [learned, held] = splitByAlbum(pieces);
console.log(`${pieces.length} pieces; learned from ${learned.length}, measured on ${held.length} of other albums`);
for (const [name, search] of [
  ["signature", signatureSearch(learned)],
  ["mean of the cepstrum, 12 coefficients as is usual", cepstrumSearch(12)],
  ["mean of the cepstrum, 20 coefficients as in the signature", cepstrumSearch(20)],
] as const) {
  console.log(`\n${name}`);
  print(
    "other half",
    retrieved(held, search, ({ first }) => first, "half"),
  );
  for (const distortion of DISTORTIONS) {
    print(
      `${distortion}, other half`,
      retrieved(held, search, ({ distorted }) => distorted[distortion], "half"),
    );
    print(
      `${distortion}, the piece`,
      retrieved(held, search, ({ distorted }) => distorted[distortion], "piece"),
    );
  }
  console.log(`  pair of one album nearer than a pair of two: ${albumsApart(held, search).toFixed(3)} (chance 0.5)`);
}
console.log(`\nchance R@1 ${(1 / held.length).toFixed(3)}  R@10 ${(10 / held.length).toFixed(3)}\n`);
printScanTimes(SCANNED, timeSignatureScan(SCANNED));

/** Albums are folders. The largest first, each to the smaller side. */
function splitByAlbum(all: readonly DescribedPiece[]): readonly [readonly DescribedPiece[], readonly DescribedPiece[]] {
  const albums = Object.entries(Object.groupBy(all, ({ path }) => dirname(path)));
  const sides: [DescribedPiece[], DescribedPiece[]] = [[], []];
  const size = ([, album]: (typeof albums)[number]): number => album?.length ?? 0;
  for (const [, album = []] of albums.toSorted((a, b) => size(b) - size(a) || (a[0] < b[0] ? -1 : 1)))
    sides[sides[0].length <= sides[1].length ? 0 : 1].push(...album);
  return sides;
}

/** The share of pairs of one album that are nearer than pairs of two albums. */
function albumsApart(all: readonly DescribedPiece[], search: ReturnType<typeof cepstrumSearch>): number {
  const [same, strange]: [number[], number[]] = [[], []];
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1))
      (dirname(one.path) === dirname(other.path) ? same : strange).push(
        search.likeness(search.piece(one), search.piece(other)),
      );
  const sorted = strange.toSorted((a, b) => a - b);
  return same.reduce((sum, value) => sum + countBelow(sorted, value) / sorted.length, 0) / same.length;
}

function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function print(name: string, { first, firstTen, map }: ReturnType<typeof retrieved>): void {
  console.log(`  ${name.padEnd(22)}R@1 ${first.toFixed(3)}  R@10 ${firstTen.toFixed(3)}  MAP ${map.toFixed(3)}`);
}
