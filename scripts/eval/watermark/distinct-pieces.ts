import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoSongs } from "../../../test/sound/demo-songs.ts";
import { generatePiece, wavOf } from "../../../test/support/generated-music.ts";
import { planOf } from "../../../test/support/generated-plans.ts";
import { renderPiece } from "../structure/rendered-piece.ts";

type PieceKind = "recording" | "rendered" | "generated";

/** A piece, and a function that returns where its sound is. */
export interface DistinctPiece {
  readonly name: string;
  readonly kind: PieceKind;
  readonly write: (folder: string) => Promise<string>;
}

interface Searched {
  /** Recipients that were found and have nothing to do with the excerpt. */
  readonly accused: number;
  readonly correlations: number;
  readonly best: number;
}

export interface SearchedPiece {
  readonly plain: Searched;
  readonly marked: Searched & { readonly isTraced: boolean };
  readonly threshold: number;
}

type Kept = SearchedPiece & { readonly name: string; readonly kind: PieceKind };

const SECONDS = 14;
/** Seeds that no constant was chosen on. */
const SEEDS_FROM = 40_000;

/** Returns the music, then rendered songs, then generated pieces, each different from all others. */
export function distinctPieces(music: readonly string[], count: number): readonly DistinctPiece[] {
  const recordings = music.map((path): DistinctPiece => ({ name: path, kind: "recording", write: async () => path }));
  const rendered = demoSongs.map((song): DistinctPiece => ({
    name: song.id,
    kind: "rendered",
    write: async (folder) => await written(folder, renderPiece(song, SECONDS).wav),
  }));
  const others = Math.max(0, count - recordings.length - rendered.length);
  const generated = Array.from({ length: others }, (_, at): DistinctPiece => {
    const seed = SEEDS_FROM + at;
    return {
      name: `seed ${seed}`,
      kind: "generated",
      write: async (folder) =>
        await written(folder, wavOf(generatePiece(planOf(seed, seed % 2 === 0, SECONDS)).samples)),
    };
  });
  return [...recordings, ...rendered, ...generated].slice(0, count);
}

/** Searches the pieces that are not in the file `kept`, adds them to it, and prints the figures of all. */
export async function searchDistinct({
  pieces,
  kept,
  folder,
  search,
}: {
  readonly pieces: readonly DistinctPiece[];
  readonly kept: string;
  readonly folder: string;
  readonly search: (path: string, number: number, folder: string) => Promise<SearchedPiece | null>;
}): Promise<void> {
  const known = new Map(linesOf(kept).map((one) => [one.name, one]));
  for (const [number, { name, kind, write }] of pieces.entries()) {
    if (known.has(name)) continue;
    const found = await search(await write(folder), number, folder);
    if (found === null) continue;
    const one = { name, kind, ...found };
    known.set(name, one);
    appendFileSync(kept, `${JSON.stringify(one)}\n`);
    if (known.size % 50 === 0) console.error(`${known.size} of ${pieces.length}`);
  }
  const all = [...known.values()];
  for (const kind of ["recording", "rendered", "generated"] as const)
    printFigures(
      kind,
      all.filter((one) => one.kind === kind),
    );
  printFigures("all", all);
}

function printFigures(name: string, all: readonly Kept[]): void {
  if (all.length === 0) return;
  const searches = all.flatMap(({ plain, marked }) => [plain, marked]);
  const sum = (of: (one: Searched) => number): number => searches.reduce((total, one) => total + of(one), 0);
  const accused = sum((one) => one.accused);
  const missed = all.filter(({ marked }) => !marked.isTraced).length;
  const most = Math.max(...all.map(({ plain }) => plain.best));
  const [ofAccused, ofMissed] = [upperBound(accused, searches.length), upperBound(missed, all.length)];
  console.log(
    `${name}: ${all.length} pieces; accused falsely ${accused} in ${searches.length} searches (at most ${percent(ofAccused)} with 95 % confidence) and ${sum((one) => one.correlations)} correlations; missed ${missed} of ${all.length} (at most ${percent(ofMissed)}); highest score without an imprint ${most.toFixed(2)}, threshold ${(all[0]?.threshold ?? 0).toFixed(2)}`,
  );
}

/** The share that 95 % of samples with so few events exclude (Clopper and Pearson; for no event the rule of three). */
function upperBound(events: number, count: number): number {
  let [low, high] = [events / count, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(events, count, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** The chance of at most so many events. */
function atMost(events: number, count: number, share: number): number {
  if (share >= 1) return events >= count ? 1 : 0;
  let term = Math.exp(count * Math.log1p(-share));
  let total = term;
  for (let at = 1; at <= events; at++) {
    term *= ((count - at + 1) / at) * (share / (1 - share));
    total += term;
  }
  return total;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function linesOf(path: string): readonly Kept[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Kept);
}

async function written(folder: string, wav: Uint8Array): Promise<string> {
  const path = join(folder, "piece.wav");
  await Bun.write(path, wav);
  return path;
}
