/**
 * Fits pieces to lengths, and compares the cuts with the recordings: whether their lengths are exact, whether their samples are those
 * of the recording at the stated times, how far their joins are from bar lines, how rough the joins are compared with random places of
 * the recording, and how much the sound changes at them compared with its bar lines. Prints the figures of docs/audio.md.
 *
 *   bun scripts/eval-cuts.ts [PIECES] [--music FOLDER] [--ending button|fade|natural] [--joins FOLDER]
 *
 * Pieces are rendered from songs of the demonstration catalog on which no constant was chosen and fitted to four lengths, or, with
 * `--music`, read from a folder and fitted to two. `--joins` writes the ten joins with the oddest change as WAVs of three seconds with the
 * join in the middle.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { CUT_ENDINGS } from "../schema/wire/cut.ts";
import { structureOf } from "../src/audio/structure/structure-of.ts";
import { planCut } from "../src/audio/structure/plan-cut.ts";
import { AUDIO_RATE } from "../src/audio/samples.ts";
import { messageOf } from "../src/lib/assert.ts";
import { runSteps } from "../src/lib/steps.ts";
import { wavHeader } from "../src/media/cut/wav-header.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import { demoSongs } from "../test/sound/demo-songs.ts";
import { framesOf, halfRateMono } from "./eval/structure/frames-of.ts";
import { CUT_RATE, judgeCut, type JudgedCut } from "./eval/structure/judge-cut.ts";
import { renderPiece } from "./eval/structure/rendered-piece.ts";
import { median } from "./lib/percentiles.ts";
import { withFolder } from "./lib/with-folder.ts";

const LENGTHS = { rendered: [15, 20, 30, 60], music: [30, 60] } as const;
const PIECE_SECONDS = 90;
const TUNED_EVERY = 3;
const HEADER_BYTES = 44;
/** Smaller files are sound effects. */
const FILE_BYTES_MIN = 600_000;
const ON_BAR_SECONDS = 0.07;
/** Decibels. */
const DIP_MIN = -6;
const ODD_SHOWN = 10;

interface Source {
  readonly label: string;
  /** 16 bits, stereo, CUT_RATE, without a header. */
  readonly pcm: Uint8Array;
  /** True bar lines; null if they are unknown. */
  readonly lines: readonly number[] | null;
}

interface Judged extends JudgedCut {
  readonly label: string;
  readonly seconds: number;
}

const { values, positionals } = parseArgs({
  options: {
    music: { type: "string" },
    joins: { type: "string" },
    ending: { type: "string", default: CUT_ENDINGS[0] },
  },
  allowPositionals: true,
});
const { music: folder } = values;
const ending = CUT_ENDINGS.find((one) => one === values.ending) ?? CUT_ENDINGS[0];
const count = Number(positionals[0] ?? 50);
const all: Judged[] = [];
const [impossible, offs]: [string[], number[]] = [[], []];
await withFolder(async (temporary) => {
  for await (const { label, pcm, lines } of folder === undefined ? rendered() : filesIn(folder)) {
    const path = join(temporary, "source.pcm");
    await Bun.write(path, pcm);
    const mono = halfRateMono(Buffer.concat([Buffer.alloc(HEADER_BYTES), pcm]));
    const structure = structureOf(framesOf(mono), mono.length / AUDIO_RATE);
    const { downbeats, pulse } = structure;
    for (const seconds of LENGTHS[folder === undefined ? "rendered" : "music"]) {
      const plan = runSteps(planCut(structure, seconds, ending));
      if (plan === null) {
        impossible.push(`${label} ${seconds} s (${pulse === null ? "no pulse, " : ""}lasts ${structure.duration} s)`);
        continue;
      }
      all.push({ ...(await judgeCut(path, { plan, seconds, downbeats }, join(temporary, "cut.wav"))), label, seconds });
      for (const { leave, enter } of plan.joins) offs.push(offBar(leave, lines), offBar(enter, lines));
    }
  }
});
await print();

async function* rendered(): AsyncGenerator<Source> {
  const pool = demoSongs.filter((_, index) => index % TUNED_EVERY !== 0);
  for (let index = 0; index < count; index++) {
    const song = pool[Math.floor((index * pool.length) / count)];
    if (song === undefined) continue;
    const { label, wav, downbeats } = renderPiece(song, PIECE_SECONDS);
    yield { label, pcm: wav.slice(HEADER_BYTES), lines: downbeats };
  }
}

async function* filesIn(root: string): AsyncGenerator<Source> {
  const ffmpeg = await openNativeParts(".").ffmpegPath();
  const paths = [...new Bun.Glob("**/*.{ogg,opus,mp3,flac,wav}").scanSync(root)]
    .filter((path) => Bun.file(join(root, path)).size >= FILE_BYTES_MIN)
    .toSorted((one, other) => Number(BigInt.asIntN(32, Bun.hash(one) - Bun.hash(other))));
  let read = 0;
  for (const path of paths) {
    if (read >= count) return;
    try {
      const decoded =
        await Bun.$`${ffmpeg} -v error -i ${join(root, path)} -t 600 -ac 2 -ar ${CUT_RATE} -f s16le -`.quiet();
      read++;
      yield { label: path, pcm: new Uint8Array(decoded.stdout), lines: null };
    } catch (error) {
      console.log(`${path}: ${messageOf(error)}`);
    }
  }
}

function offBar(time: number, lines: readonly number[] | null): number {
  return lines === null ? 0 : Math.min(...lines.map((line) => Math.abs(line - time)));
}

async function print(): Promise<void> {
  const joins = all.flatMap((cut) => cut.joins.map((one) => ({ ...one, cut: `${cut.label} ${cut.seconds} s` })));
  const foreign = all.filter((cut) => cut.foreign > 0);
  const compared = all.reduce((sum, cut) => sum + cut.compared, 0);
  console.log(`cuts ${all.length}, impossible ${impossible.length}: ${impossible.join(", ") || "-"}`);
  console.log(`exact to the sample: ${all.filter(({ isExact }) => isExact).length}`);
  console.log(`samples compared ${compared}, in cuts with samples that are not the recording's: ${named(foreign)}`);
  const known = joins.flatMap(({ likeness }) => (likeness === null ? [] : [likeness]));
  console.log(`joins ${joins.length}, of unlike bars ${joins.length - known.length}, median likeness ${median(known)}`);
  const planned = joins.filter((one) => one.planned > 0.001).length;
  const most = Math.max(0, ...joins.map((one) => one.aligned));
  console.log(
    `planned off a bar line of the structure: ${planned}; moved by alignment by at most ${most.toFixed(4)} s`,
  );
  for (const share of [0.5, 0.1, 0.05, 0.01]) {
    const rougher = joins.filter(({ smoother }) => smoother <= share).length;
    console.log(`joins as rough as the roughest ${100 * share} % of random places: ${rougher}`);
  }
  const roughest = joins.filter(({ isRoughest }) => isRoughest);
  console.log(`joins rougher than anything in the recording: ${roughest.map(({ cut }) => cut).join(", ") || "none"}`);
  if (folder === undefined) {
    const near = offs.filter((off) => off <= ON_BAR_SECONDS).length;
    console.log(`ends of joins within 70 ms of a true bar line: ${near} of ${offs.length}`);
  }
  for (const share of [0.5, 0.1, 0.05, 0.01]) {
    const [byFlux, byJump] = [
      joins.filter(({ calmerFlux }) => calmerFlux <= share),
      joins.filter(({ calmerJump }) => calmerJump <= share),
    ];
    console.log(
      `joins that change as much as the ${100 * share} % of bar lines with the largest change: by flux ${byFlux.length}, from side to side ${byJump.length}`,
    );
  }
  const ratios = joins.map(({ flux }) => flux);
  console.log(
    `flux of a join, relative to the larger one of its two bar lines: median ${median(ratios).toFixed(2)}, highest ${Math.max(0, ...ratios).toFixed(2)}`,
  );
  const changed = joins.toSorted((one, other) => other.flux - one.flux).slice(0, ODD_SHOWN);
  for (const { cut, at, leave, enter, flux, calmerFlux, calmerJump, likeness } of changed) {
    console.log(
      `  ${cut}, join at ${at.toFixed(3)} of ${leave.toFixed(3)} with ${enter.toFixed(3)}: flux ${flux.toFixed(2)}; at least as much change at ${(100 * calmerFlux).toFixed(0)} % and ${(100 * calmerJump).toFixed(0)} % of bar lines; likeness ${likeness}`,
    );
  }
  if (values.joins !== undefined) await writeJoins(values.joins, changed);
  const dips = joins.filter(({ dip }) => dip < DIP_MIN);
  console.log(`joins in which the level falls by more than ${-DIP_MIN} dB: ${dips.length} of ${joins.length}`);
  const lost = Math.min(0, ...joins.map((one) => one.lost));
  console.log(`level in a cross-fade below both recordings at the same place: by at most ${(-lost).toFixed(1)} dB`);
  const odd = joins.toSorted((one, other) => one.smoother - other.smoother).slice(0, ODD_SHOWN);
  for (const { cut, at, smoother, likeness, dip } of [...odd, ...dips.slice(0, ODD_SHOWN)]) {
    console.log(
      `  ${cut}, join at ${at.toFixed(3)}: rougher than ${(100 * (1 - smoother)).toFixed(1)} % of random places, likeness ${likeness}, level ${dip.toFixed(1)} dB`,
    );
  }
}

async function writeJoins(
  to: string,
  joins: readonly { readonly cut: string; readonly at: number; readonly around: Int16Array }[],
): Promise<void> {
  for (const { cut, at, around } of joins) {
    const header = wavHeader({ rate: CUT_RATE, channels: 2, bytes: 2 }, around.length / 2);
    const name = `${cut} ${at.toFixed(3)}`.replaceAll(/[^\w.]+/g, "-");
    await Bun.write(join(to, `${name}.wav`), new Blob([header, around]));
  }
}

function named(cuts: readonly Judged[]): string {
  return cuts.map(({ label, seconds, foreign }) => `${label} ${seconds} s (${foreign})`).join(", ") || "none";
}
