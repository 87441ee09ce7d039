/**
 * Fits pieces to lengths, and compares the cuts with the recordings: whether their lengths are exact to a hundredth of a second,
 * whether their samples are those of the recording, how rough their joins are, and, of rendered pieces, how far the joins are from
 * true bar lines. Prints the figures of docs/audio.md.
 *
 *   bun scripts/eval-cuts.ts [PIECES] [FOLDER]
 *
 * Pieces are rendered from songs of the demonstration catalog on which no constant was chosen, or, with a FOLDER, read from it.
 */
import { join } from "node:path";
import { structureOf } from "../src/audio/structure/structure-of.ts";
import { planCut } from "../src/audio/structure/plan-cut.ts";
import { AUDIO_RATE } from "../src/audio/samples.ts";
import { messageOf } from "../src/lib/assert.ts";
import { runSteps } from "../src/lib/steps.ts";
import { openNativeParts } from "../src/native/native-parts.ts";
import { demoSongs } from "../test/sound/demo-songs.ts";
import { framesOf, halfRateMono } from "./eval/structure/frames-of.ts";
import { CUT_RATE, judgeCut, type JudgedCut } from "./eval/structure/judge-cut.ts";
import { renderPiece } from "./eval/structure/rendered-piece.ts";
import { median } from "./lib/percentiles.ts";
import { withFolder } from "./lib/with-folder.ts";

const LENGTHS = [15, 20, 30, 60] as const;
const ENDING = "button";
const PIECE_SECONDS = 90;
const TUNED_EVERY = 3;
const HEADER_BYTES = 44;
/** Smaller files are sound effects. */
const FILE_BYTES_MIN = 600_000;
const ON_BAR_SECONDS = 0.07;

interface Source {
  readonly label: string;
  /** 16 bits, stereo, CUT_RATE, without a header. */
  readonly pcm: Uint8Array;
  /** True bar lines; null if they are unknown. */
  readonly lines: readonly number[] | null;
}

const count = Number(process.argv[2] ?? 50);
const folder = process.argv[3];
const all: (JudgedCut & { readonly label: string; readonly seconds: number })[] = [];
const [impossible, offs, joins]: [string[], number[], (number | null)[]] = [[], [], []];
await withFolder(async (temporary) => {
  for await (const { label, pcm, lines } of folder === undefined ? rendered() : filesIn(folder)) {
    const path = join(temporary, "source.pcm");
    await Bun.write(path, pcm);
    const mono = halfRateMono(Buffer.concat([Buffer.alloc(HEADER_BYTES), pcm]));
    const structure = structureOf(framesOf(mono), mono.length / AUDIO_RATE);
    for (const seconds of LENGTHS) {
      const plan = runSteps(planCut(structure, seconds, ENDING));
      if (plan === null) {
        impossible.push(`${label} ${seconds} s`);
        continue;
      }
      const judged = await judgeCut(path, plan, seconds, join(temporary, "cut.wav"));
      all.push({ ...judged, label, seconds });
      joins.push(...plan.joins.map(({ likeness }) => likeness));
      for (const { leave, enter } of plan.joins) offs.push(offBar(leave, lines), offBar(enter, lines));
    }
  }
});
print();

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

function print(): void {
  const [exact, whole] = [all.filter(({ isExact }) => isExact), all.filter(({ found, parts }) => found === parts)];
  console.log(`cuts ${all.length}, impossible ${impossible.length}: ${impossible.join(", ") || "-"}`);
  console.log(`exact to 1/100 s: ${exact.length}; all parts found in the recording: ${whole.length}`);
  const known = joins.flatMap((likeness) => (likeness === null ? [] : [likeness]));
  console.log(`joins ${joins.length}, of unlike bars ${joins.length - known.length}, median likeness ${median(known)}`);
  const rough = all.filter(({ click }) => click > 1);
  console.log(
    `joins rougher than anything in the recording: ${rough.map(({ label, seconds }) => `${label} ${seconds} s`).join(", ") || "none"}`,
  );
  if (folder === undefined) {
    const near = offs.filter((off) => off <= ON_BAR_SECONDS).length;
    console.log(`ends of joins within 70 ms of a true bar line: ${near} of ${offs.length}`);
  }
  const odd = all.filter(({ isExact, found, parts }) => !isExact || found < parts);
  console.log(`odd: ${odd.map(({ label, seconds }) => `${label} ${seconds} s`).join(", ") || "none"}`);
}
