/**
 * How surely an imprint is found in excerpts of ten seconds after each attack, how often somebody is accused falsely, and how far
 * the imprint is below the music. Prints the figures of docs/watermark.md, next to those of a mark of plain white noise of the
 * same power and to the noise of an MP3 of 320 kbit/s.
 *
 *   bun scripts/eval-watermark.ts [FOLDER] [--pieces N] [--excerpts N] [--speech FILE]
 *   bun scripts/eval-watermark.ts [FOLDER] --distinct N --kept FILE
 *
 * FOLDER has music; without it, songs of the demonstration catalog are rendered. `--pieces` (30) are attacked, `--excerpts` (100) are
 * searched for false accusations, with 500 recipients: every other one has the imprint of somebody who is not among them. Pieces on
 * which the constants were chosen, one of twelve, are left out. Nothing is fitted: the threshold follows from the number of
 * correlations.
 *
 * `--distinct` takes one excerpt of each of N different pieces: the music of FOLDER, then songs of the demonstration catalog, then pieces
 * of generated-music.ts. Each is searched as it is and, as an MP3 of 128 kbit/s, with the imprint of a recipient. Results are added to
 * the file `--kept`, so that an interrupted run continues.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FALSE_ACCUSATION_MAX, findImprints, patternsOf } from "../src/media/imprint/find-imprints.ts";
import { chipsOf } from "../src/media/imprint/chips.ts";
import { IMPRINT_INPUT, IMPRINT_SCALE, writeImprint } from "../src/media/imprint/write-imprint.ts";
import { readResidual } from "../src/media/imprint/read-imprints.ts";
import { IMPRINT_RATE, READ_HOP } from "../src/media/imprint/imprint-form.ts";
import { makeMp3 } from "../src/media/make/make-mp3.ts";
import { makeWatermarked } from "../src/media/make/make-watermarked.ts";
import { generatedMark } from "../src/media/make/mark.ts";
import type { AudioTools } from "../src/media/make/run-audio.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import { demoSongs } from "../test/sound/demo-songs.ts";
import { ATTACKS, SPEECH } from "./eval/watermark/attacks.ts";
import { type Distance, distanceOf, medianOf, RANGE_NAMES } from "./eval/watermark/distances.ts";
import { distinctPieces, type SearchedPiece, searchDistinct } from "./eval/watermark/distinct-pieces.ts";
import { cpuOf } from "./eval/watermark/child-cpu.ts";
import { soundsWith } from "./eval/watermark/sounds.ts";
import { noiseOf, noiseScore, noiseThreshold } from "./eval/watermark/noise-mark.ts";
import { spread } from "./lib/spread.ts";
import { sum } from "./lib/sum.ts";
import { renderPiece } from "./eval/structure/rendered-piece.ts";
import { randomFrom } from "./lib/random.ts";
import { withFolder } from "./lib/with-folder.ts";

const SECRET = "the secret of the evaluation";
const KNOWN = 500;
const PIECE_SECONDS = 40;
const EXCERPT_SECONDS = 10;
const EXCERPT_ROWS = Math.floor((EXCERPT_SECONDS * IMPRINT_RATE) / READ_HOP);
/** Smaller files are sound effects. */
const FILE_BYTES_MIN = 400_000;
const TUNED_EVERY = 12;
const TUNED_AT = 4;
const SILENT = 1e-4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pieces: { type: "string", default: "30" },
    excerpts: { type: "string", default: "100" },
    speech: { type: "string" },
    distinct: { type: "string" },
    kept: { type: "string" },
  },
});
const tools: AudioTools = {
  parts: openNativeParts("."),
  signal: new AbortController().signal,
  priority: () => "request",
};
const { ffmpeg, samplesOf } = soundsWith(await tools.parts.ffmpegPath());
const random = randomFrom(16);
const recipients = Array.from({ length: KNOWN }, (_, index) => index + 1);
const known = [...patternsOf(SECRET, recipients)];

await withFolder(async (folder) => {
  if (values.distinct !== undefined) {
    if (values.kept === undefined) throw new Error("--distinct needs --kept FILE, got none.");
    const music = positionals[0] === undefined ? [] : await piecesIn(positionals[0], folder);
    const pieces = distinctPieces(music, Number(values.distinct));
    return await searchDistinct({ pieces, kept: values.kept, folder, search: searchPiece });
  }
  const paths = await piecesIn(positionals[0] ?? null, folder);
  if (Number(values.pieces) > 0) await reportAttacks(folder, spread(paths, Number(values.pieces)));
  await reportAccusations(folder, paths, Number(values.excerpts));
});

/** Marks pieces for one of the known recipients, attacks excerpts of them, and searches each. */
async function reportAttacks(folder: string, paths: readonly string[]): Promise<void> {
  const scores = new Map<string, { readonly found: number[]; readonly wrong: number[]; readonly score: number[] }>();
  const distances = { imprint: [] as Distance[], mp3: [] as Distance[], noise: [] as Distance[] };
  const noise: number[] = [];
  const spent = { imprint: 0, mark: 0 };
  let seconds = 0;
  for (const [index, path] of paths.entries()) {
    const source = join(folder, "source.wav");
    await ffmpeg(["-i", path, "-t", String(PIECE_SECONDS), "-ac", "2", "-ar", "44100", source]);
    const recipient = 1 + (index % KNOWN);
    const [marked, plain] = [join(folder, "marked.mp3"), join(folder, "plain.mp3")];
    const mark = generatedMark();
    spent.imprint += await cpuOf(() =>
      makeWatermarked(source, marked, { mark, imprint: { secret: SECRET, recipient } }, tools),
    );
    spent.mark += await cpuOf(() => makeWatermarked(source, plain, { mark }, tools));
    const length = (await samplesOf(source)).length / IMPRINT_RATE;
    seconds += length;
    const from = random() * (length - EXCERPT_SECONDS);
    const excerpt = ["-ss", from.toFixed(3), "-t", String(EXCERPT_SECONDS)];
    const attacked = async (name: string, options: readonly string[], extension: string): Promise<void> => {
      const to = join(folder, `attacked.${extension}`);
      await ffmpeg([...excerpt, "-i", marked, ...options, to]);
      const { found, best } = findImprints((await readResidual(to, tools)).residual, known, KNOWN);
      const row = scores.get(name) ?? { found: [], wrong: [], score: [] };
      scores.set(name, row);
      row.found.push(found.some((one) => one.recipient === recipient) ? 1 : 0);
      // The second copy is that of the last recipient.
      row.wrong.push(found.filter((one) => one.recipient !== recipient && one.recipient !== KNOWN).length);
      row.score.push(best ?? 0);
    };
    for (const { name, options, extension } of ATTACKS) await attacked(name, options, extension);
    if (values.speech !== undefined) {
      const mix =
        "[0:a]loudnorm,aformat=channel_layouts=stereo[m];[1:a]loudnorm,aformat=channel_layouts=stereo[s];[m][s]amix=2:duration=first";
      await attacked(SPEECH, ["-i", values.speech, "-filter_complex", mix], "wav");
    }
    const both = join(folder, "second.mp3");
    await makeWatermarked(source, both, { mark, imprint: { secret: SECRET, recipient: KNOWN } }, tools);
    await attacked("mean of two copies", ["-i", both, "-filter_complex", "[0:a][1:a]amix=2:duration=first"], "wav");
    await measureDistances(source, folder, recipient, { distances, noise, excerpt });
    console.error(`${index + 1} of ${paths.length}`);
  }
  console.log(`${paths.length} pieces, one excerpt of ${EXCERPT_SECONDS} s each, ${KNOWN} recipients`);
  for (const [name, { found, wrong, score }] of scores) {
    const counts = `${sum(found)} of ${found.length} found, ${sum(wrong)} false`;
    console.log(
      `  ${name.padEnd(34)} ${counts}; score: median ${medianOf(score).toFixed(1)}, least ${Math.min(...score).toFixed(1)}`,
    );
  }
  const threshold = noiseThreshold(KNOWN, FALSE_ACCUSATION_MAX);
  const foundNoise = noise.filter((score) => score >= threshold).length;
  console.log(
    `  ${"white noise, as quiet, MP3 128".padEnd(34)} ${foundNoise} of ${noise.length} found; score: median ${medianOf(noise).toFixed(1)}, threshold ${threshold.toFixed(2)}`,
  );
  console.log("Music above the difference, medians in dB: all bands, " + RANGE_NAMES.join(", "));
  for (const [name, list] of Object.entries(distances)) {
    const ranges = RANGE_NAMES.map((_, at) => medianOf(list.map((one) => one.ranges[at] ?? NaN)).toFixed(1));
    const near = medianOf(list.map((one) => one.near));
    console.log(
      `  ${name.padEnd(10)} ${medianOf(list.map((one) => one.overall)).toFixed(1)}: ${ranges.join(", ")}; least of 99 % of tiles ${medianOf(list.map((one) => one.least)).toFixed(1)}, within 20 dB ${(100 * near).toFixed(2)} % of tiles`,
    );
  }
  const speed = (spentSeconds: number): string => (seconds / spentSeconds).toFixed(0);
  console.log(`Processor time: ${speed(spent.imprint)} times real time with an imprint, ${speed(spent.mark)} without`);
}

async function measureDistances(
  source: string,
  folder: string,
  recipient: number,
  to: {
    readonly distances: Record<"imprint" | "mp3" | "noise", Distance[]>;
    readonly noise: number[];
    readonly excerpt: readonly string[];
  },
): Promise<void> {
  const music = await samplesOf(source);
  const change = await changeOf(source, recipient, folder);
  const distance = distanceOf(
    music,
    music.map((value, at) => value + (change[at] ?? 0)),
  );
  to.distances.imprint.push(distance);
  const mp3 = join(folder, "codec.mp3");
  await makeMp3(source, mp3, tools);
  to.distances.mp3.push(distanceOf(music, await samplesOf(mp3)));
  const pattern = noiseOf(SECRET, recipient);
  const noisyAt = (level: number): Float64Array =>
    music.map((value, at) => value + level * (pattern[at % pattern.length] ?? 0));
  const unit = Math.sqrt(powerOf(change));
  to.distances.noise.push(distanceOf(music, noisyAt(unit)));
  // As loud as the imprint where it is nearest to the music.
  const quieter = distanceOf(music, noisyAt(unit)).least - distance.least;
  const noisy = noisyAt(unit * 10 ** (quieter / 20));
  const path = join(folder, "noisy.f32");
  await Bun.write(path, new Uint8Array(Float32Array.from(noisy).buffer));
  const coded = join(folder, "noisy.mp3");
  const raw = ["-f", "f32le", "-ar", String(IMPRINT_RATE), "-ac", "1"];
  await ffmpeg([...raw, ...to.excerpt, "-i", path, "-ar", "44100", "-b:a", "128k", coded]);
  to.noise.push(noiseScore(await samplesOf(coded), pattern));
}

/** The change that an imprint makes, without any codec: mono, at IMPRINT_RATE. */
async function changeOf(source: string, recipient: number, folder: string): Promise<Float64Array> {
  const path = join(folder, "change.pcm");
  await rm(path, { force: true });
  await writeImprint({ source, filter: "anull", chips: chipsOf(SECRET, recipient) }, path, tools);
  const stereo = new Int16Array(await Bun.file(path).arrayBuffer());
  const scale = 2 * 32_768 * IMPRINT_SCALE;
  return Float64Array.from(
    { length: stereo.length >> 1 },
    (_, at) => ((stereo[2 * at] ?? 0) + (stereo[2 * at + 1] ?? 0)) / scale,
  );
}

/**
 * Searches excerpts that have no imprint, or, of every other piece, that of somebody who is not known. Excerpts are taken from what
 * was read of the entire piece.
 */
async function reportAccusations(folder: string, paths: readonly string[], count: number): Promise<void> {
  const perPiece = Math.ceil(count / paths.length) + 1;
  let [searched, accused, correlations, most, threshold, pieces] = [0, 0, 0, 0, 0, 0];
  const highest: number[] = [];
  for (const path of paths) {
    if (searched >= count) break;
    pieces += 1;
    const source = join(folder, "source.wav");
    await ffmpeg(["-i", path, "-ac", "2", "-ar", "44100", "-t", String(perPiece * EXCERPT_SECONDS), source]);
    const other = pieces % 2 === 0 ? await imprintedPcm(source, KNOWN + pieces, folder) : source;
    const { residual } = await readResidual(other, tools);
    for (let from = 0; from + EXCERPT_ROWS <= residual.length && searched < count; from += EXCERPT_ROWS) {
      const search = findImprints(residual.slice(from, from + EXCERPT_ROWS), known, KNOWN);
      if (search.threshold === null) continue;
      searched += 1;
      accused += search.found.length;
      correlations += search.correlations;
      highest.push(search.best ?? 0);
      most = Math.max(most, search.best ?? 0);
      threshold = search.threshold;
    }
    if (pieces % 10 === 0) console.error(`${searched} of ${count}`);
  }
  console.log(
    `${searched} excerpts of ${pieces} pieces without an imprint or with one of somebody else, ${KNOWN} recipients: ${accused} accusations in ${correlations} correlations; highest score: median ${medianOf(highest).toFixed(2)}, of all ${most.toFixed(2)}, threshold ${threshold.toFixed(2)}`,
  );
}

/** Searches one excerpt of a piece without an imprint, and with that of a recipient, as an MP3 of 128 kbit/s. */
async function searchPiece(path: string, number: number, folder: string): Promise<SearchedPiece | null> {
  const source = join(folder, "source.wav");
  const length = (await samplesOf(path)).length / IMPRINT_RATE;
  const from = Math.max(0, (length - EXCERPT_SECONDS) / 2);
  await ffmpeg(["-ss", from.toFixed(3), "-t", "10.1", "-i", path, "-ac", "2", "-ar", "44100", source]);
  const recipient = 1 + (number % KNOWN);
  const coded = join(folder, "coded.mp3");
  await ffmpeg(["-i", await imprintedPcm(source, recipient, folder), "-ar", "44100", "-b:a", "128k", coded]);
  const plain = findImprints((await readResidual(source, tools)).residual, known, KNOWN);
  const marked = findImprints((await readResidual(coded, tools)).residual, known, KNOWN);
  if (plain.threshold === null || marked.threshold === null) return null;
  return {
    plain: { accused: plain.found.length, correlations: plain.correlations, best: plain.best ?? 0 },
    marked: {
      accused: marked.found.filter((one) => one.recipient !== recipient).length,
      correlations: marked.correlations,
      best: marked.best ?? 0,
      isTraced: marked.found.some((one) => one.recipient === recipient),
    },
    threshold: plain.threshold,
  };
}

/** A WAV of a sound with an imprint, at IMPRINT_RATE. */
async function imprintedPcm(source: string, recipient: number, folder: string): Promise<string> {
  const change = join(folder, "change.pcm");
  await rm(change, { force: true });
  await writeImprint({ source, filter: "anull", chips: chipsOf(SECRET, recipient) }, change, tools);
  const to = join(folder, "other.wav");
  const mix = `[1:a]volume=${1 / IMPRINT_SCALE}:precision=float[c];[0:a][c]amix=2:duration=first:normalize=0`;
  const form = ["-ar", String(IMPRINT_RATE), "-c:a", "pcm_s16le"];
  await ffmpeg(["-i", source, ...IMPRINT_INPUT, "-i", change, "-filter_complex", mix, ...form, to]);
  return to;
}

async function piecesIn(music: string | null, folder: string): Promise<readonly string[]> {
  if (music !== null) {
    const found = [...new Bun.Glob("**/*.{ogg,opus,mp3,flac,wav,m4a}").scanSync(music)]
      .map((path) => join(music, path))
      .filter((path) => Bun.file(path).size >= FILE_BYTES_MIN)
      .toSorted();
    const fresh = found.filter((_, index) => index % TUNED_EVERY !== TUNED_AT);
    const long: string[] = [];
    for (const path of fresh) if (await isMusic(path)) long.push(path);
    return long;
  }
  const paths: string[] = [];
  for (const song of demoSongs.slice(0, Number(values.pieces))) {
    const path = join(folder, `${paths.length}.wav`);
    await Bun.write(path, renderPiece(song, PIECE_SECONDS).wav);
    paths.push(path);
  }
  return paths;
}

/** Whether a piece lasts and is not silent. */
async function isMusic(path: string): Promise<boolean> {
  const samples = await samplesOf(path, ["-t", String(PIECE_SECONDS)]).catch(() => new Float64Array());
  return samples.length > 15 * IMPRINT_RATE && powerOf(samples) > SILENT ** 2;
}

function powerOf(samples: Float64Array): number {
  return samples.reduce((total, value) => total + value * value, 0) / Math.max(1, samples.length);
}
