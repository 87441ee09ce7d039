/**
 * How well beats and bars are found on pieces that the demonstration's synthesiser renders, whose bars are known, and how often a
 * sound without a pulse is said to have none. Prints the figures of docs/audio.md.
 *
 *   bun scripts/eval-structure.ts [PIECES_PER_SET]
 *
 * Constants were chosen on every third song of the demonstration catalog. The figures to report are those of the other songs.
 */
import { structureOf } from "../src/audio/structure/structure-of.ts";
import { demoSongs } from "../test/sound/demo-songs.ts";
import { generatePiece, type Kind } from "../test/support/generated-music.ts";
import { planOf } from "../test/support/generated-plans.ts";
import { fMeasure } from "./eval/structure/f-measure.ts";
import { framesOf, halfRateMono } from "./eval/structure/frames-of.ts";
import { renderPiece, type RenderedPiece } from "./eval/structure/rendered-piece.ts";

/** Lengths of the pieces in seconds. */
const LENGTHS = { least: 40, most: 99 } as const;
/** Every third song was used to choose constants. */
const TUNED_EVERY = 3;
const PULSELESS: ReadonlySet<Kind> = new Set(["pad", "noise"]);
const PULSELESS_SECONDS = 40;
/** Seeds of generated pieces without a pulse that were not looked at before. */
const FRESH_FROM = 9_000;

interface Judged {
  readonly piece: RenderedPiece;
  readonly isSure: boolean;
  readonly downbeats: number;
  readonly beats: number;
}

const count = Number(process.argv[2] ?? 60);
const indexed = demoSongs.map((song, index) => ({ song, isTuned: index % TUNED_EVERY === 0 }));
for (const isTuned of [true, false]) {
  const pool = indexed.filter((one) => one.isTuned === isTuned).map(({ song }) => song);
  const judged = Array.from({ length: Math.min(count, pool.length) }, (_, index) => {
    const song = pool[Math.floor((index * pool.length) / count)] ?? pool[0];
    if (song === undefined) throw new Error("The demonstration catalog is empty.");
    return judge(renderPiece(song, LENGTHS.least + ((index * 17) % (LENGTHS.most - LENGTHS.least + 1))));
  });
  print(isTuned ? "songs that constants were chosen on" : "held-out songs", judged);
}
printPulseless();

function judge(piece: RenderedPiece): Judged {
  const { downbeats, beats, pulse } = structureOf(framesOf(halfRateMono(piece.wav)), piece.seconds);
  const last = piece.downbeats.at(-1) ?? 0;
  const trueBeats = piece.downbeats
    .flatMap((time) => Array.from({ length: piece.beatsPerBar }, (_, beat) => time + beat * piece.beatSeconds))
    .filter((time) => time <= last + piece.beatSeconds / 2);
  return {
    piece,
    isSure: pulse !== null,
    downbeats: fMeasure(downbeats, piece.downbeats),
    beats: fMeasure(beats, trueBeats),
  };
}

function print(name: string, all: readonly Judged[]): void {
  const sure = all.filter(({ isSure }) => isSure);
  console.log(`\n${name} (${all.length} pieces), a piece that is not sure counts as 0`);
  line("all", all);
  line(
    "with drums",
    all.filter(({ piece }) => piece.hasDrums),
  );
  line(
    "without drums",
    all.filter(({ piece }) => !piece.hasDrums),
  );
  line("sure", sure);
  const wrong = all.filter(({ downbeats }) => downbeats < 0.5);
  console.log(
    `  below 0.5: ${wrong.map(({ piece, downbeats }) => `${piece.label} ${downbeats.toFixed(2)}`).join(", ") || "none"}`,
  );
}

function line(name: string, these: readonly Judged[]): void {
  const mean = (of: (one: Judged) => number): string =>
    (these.reduce((sum, one) => sum + of(one), 0) / Math.max(1, these.length)).toFixed(3);
  console.log(
    `  ${name.padEnd(14)} n ${String(these.length).padStart(3)}  downbeats F ${mean((one) => one.downbeats)}  beats F ${mean((one) => one.beats)}`,
  );
}

function printPulseless(): void {
  let [pieces, unsure] = [0, 0];
  for (let seed = FRESH_FROM; pieces < count / 2; seed++) {
    const plan = planOf(seed, seed % 2 === 0, PULSELESS_SECONDS);
    if (!PULSELESS.has(plan.kind)) continue;
    const { samples } = generatePiece(plan);
    const { pulse } = structureOf(framesOf(Int16Array.from(samples, (sample) => 32_767 * sample)), PULSELESS_SECONDS);
    pieces++;
    if (pulse === null) unsure++;
  }
  console.log(`\ngenerated pads and noise without a pulse: ${unsure} of ${pieces} have no beats`);
}
