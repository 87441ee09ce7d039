/**
 * The accuracy of tempo and key on generated pieces for which both are known, and the speed of measuring a file. Prints the
 * figures of docs/audio.md. Constants were fitted on seeds 1 to 150 of the first set only.
 *
 *   bun scripts/eval-audio.ts [PIECES_PER_SET]
 */
import { join } from "node:path";
import { inferFacts } from "../src/audio/infer-facts.ts";
import { NOTE_NAMES } from "../src/audio/key.ts";
import { featureExtractor } from "../src/audio/extract-features.ts";
import { measureAudio } from "../src/audio/measure-audio.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import type { AudioFacts } from "../schema/wire/audio-facts.ts";
import { generatePiece, pcmBytes, type Piece, wavOf } from "../test/support/generated-music.ts";
import { planOf } from "../test/support/generated-plans.ts";
import { markKey, markTempo } from "./eval/audio-marks.ts";
import { median } from "./lib/percentiles.ts";
import { timed } from "./lib/timed.ts";
import { withFolder } from "./lib/with-folder.ts";

/** The first seed that was not used to fit constants. */
const FRESH_FROM = 5_000;
const BENCH_SECONDS = 180;
const BENCH_RUNS = 5;
/** LUFS, instead of ffmpeg's measurement, which needs a file. It only affects energy. */
const LOUDNESS = -14;

interface MeasuredPiece {
  readonly piece: Piece;
  readonly facts: Pick<AudioFacts, "bpm" | "key" | "energy">;
}

const count = Number(process.argv[2] ?? 120);
const sets = [
  { name: "fitted styles, fresh seeds", plan: (index: number) => planOf(FRESH_FROM + index, false) },
  { name: "held-out styles and timbres", plan: (index: number) => planOf(FRESH_FROM + index, true) },
];
for (const set of sets) {
  const measured = Array.from({ length: count }, (_, index) => measurePiece(generatePiece(set.plan(index))));
  console.log(`\n${set.name} (${count} pieces)`);
  printTempo(measured);
  printKey(measured);
  printEnergy(measured);
}
await printSpeed();

function measurePiece(piece: Piece): MeasuredPiece {
  const extractor = featureExtractor(null);
  extractor.take(pcmBytes(piece.samples));
  return { piece, facts: inferFacts(extractor.features(), LOUDNESS) };
}

function printTempo(all: readonly MeasuredPiece[]): void {
  const beating = all.flatMap(({ piece, facts }) =>
    piece.bpm === null ? [] : [{ ...markTempo(facts.bpm?.value ?? null, piece.bpm), label: piece.label }],
  );
  const exact = share(beating.map((mark) => mark.exact));
  console.log(
    `tempo     n ${beating.length}  accuracy 1 ${exact}  accuracy 2 ${share(beating.map((mark) => mark.octave))}`,
  );
  for (const kind of ["band", "drums", "melodic"]) {
    const these = beating.filter(({ label }) => label.startsWith(kind));
    const [one, two] = [share(these.map((mark) => mark.exact)), share(these.map((mark) => mark.octave))];
    console.log(`  ${kind.padEnd(8)}n ${these.length}  accuracy 1 ${one}  accuracy 2 ${two}`);
  }
  const without = all.filter(({ piece }) => piece.bpm === null);
  console.log(`  no beat n ${without.length}  none reported ${share(without.map(({ facts }) => facts.bpm === null))}`);
  printCalibration(
    all.flatMap(({ piece, facts }) =>
      facts.bpm === null
        ? []
        : [{ said: facts.bpm.confidence, is: piece.bpm !== null && markTempo(facts.bpm.value, piece.bpm).exact }],
    ),
  );
}

function printKey(all: readonly MeasuredPiece[]): void {
  const marks = all.flatMap(({ piece, facts }) => {
    const { tonic, mode } = piece;
    return tonic === null || mode === null ? [] : [markKey(keyIn(facts), { tonic, mode })];
  });
  const mirex = (marks.reduce((sum, mark) => sum + mark, 0) / marks.length).toFixed(3);
  console.log(`key       n ${marks.length}  exact ${share(marks.map((mark) => mark === 1))}  MIREX ${mirex}`);
  const without = all.filter(({ piece }) => piece.tonic === null);
  console.log(`  no key  n ${without.length}  none reported ${share(without.map(({ facts }) => facts.key === null))}`);
  printCalibration(
    all.flatMap(({ piece, facts }) => {
      const found = keyIn(facts);
      if (found === null || facts.key === null) return [];
      return [{ said: facts.key.confidence, is: piece.tonic === found.tonic && piece.mode === found.mode }];
    }),
  );
}

function printEnergy(all: readonly MeasuredPiece[]): void {
  const counts = new Map<string, number>();
  for (const { piece, facts } of all) {
    const name = `${piece.label.split(" ")[0] ?? ""} ${facts.energy?.value ?? "none"}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  console.log(`energy    ${sorted.map(([name, times]) => `${name} ${times}`).join(", ")}`);
}

function printCalibration(guesses: readonly { readonly said: number; readonly is: boolean }[]): void {
  for (const [from, to] of [
    [0.3, 0.5],
    [0.5, 0.8],
    [0.8, 0.9],
    [0.9, 1],
  ] as const) {
    const these = guesses.filter(({ said }) => said >= from && said < to);
    if (these.length === 0) continue;
    const said = these.reduce((sum, guess) => sum + guess.said, 0) / these.length;
    const line = `mean ${said.toFixed(2)}  right ${share(these.map(({ is }) => is))}  n ${these.length}`;
    console.log(`  confidence ${from} to ${to}: ${line}`);
  }
}

async function printSpeed(): Promise<void> {
  const parts = openNativeParts(".");
  const programs = { ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
  await withFolder(async (folder) => {
    const path = join(folder, "piece.wav");
    await Bun.write(path, wavOf(generatePiece(planOf(1, false, BENCH_SECONDS)).samples, 2));
    const times: number[] = [];
    for (let run = 0; run < BENCH_RUNS; run++) {
      times.push((await timed(() => measureAudio(path, programs, new AbortController().signal))).ms / 1_000);
    }
    const seconds = median(times);
    const speed = (BENCH_SECONDS / seconds).toFixed(0);
    console.log(`\nspeed     ${seconds.toFixed(2)} s for ${BENCH_SECONDS} s of stereo WAV: ${speed} times real time`);
  });
}

function keyIn({ key }: MeasuredPiece["facts"]): Parameters<typeof markKey>[0] {
  return key === null ? null : { tonic: NOTE_NAMES.findIndex((name) => name === key.name), mode: key.mode };
}

function share(values: readonly boolean[]): string {
  return values.length === 0 ? "-" : (values.filter(Boolean).length / values.length).toFixed(3);
}
