import type { RandomGenerator } from "../seeded.ts";
import type { Piece } from "../timbres/kit.ts";
import { type Beat, BEATS } from "./drum-patterns.ts";
import { hitsOf, humanise, patternFor, type Sheet, type Stroke, timeOf } from "./score.ts";

const LEVELS: Readonly<Record<string, number>> = { X: 1, x: 0.75, o: 0.42 };
/** Relative level of each drum of a kit. */
const MIX: Readonly<Record<Piece, number>> = {
  kick: 1,
  snare: 0.8,
  hat: 0.2,
  open: 0.2,
  ride: 0.24,
  crash: 0.3,
  clap: 0.55,
  tom: 0.75,
  low: 0.95,
  rim: 0.35,
  shaker: 0.16,
  hand: 0.6,
  high: 0.5,
  brush: 0.26,
  bell: 0.2,
};
/** Played in every piece with drums; the others need some density. */
const FIRST: ReadonlySet<Piece> = new Set(["kick", "low", "brush", "hand", "ride", "snare", "rim"]);

export function writeKit(sheet: Sheet, random: RandomGenerator): readonly Stroke[] {
  return writeBeat(sheet, BEATS[sheet.style.name], random);
}

/** The beat for the whole piece, with a fill before the end and a stroke on the last chord. */
export function writeBeat(sheet: Sheet, beat: Beat, random: RandomGenerator): readonly Stroke[] {
  const { length, feeling, intensity } = sheet;
  const strokes: Stroke[] = [];
  const stroke = (piece: Piece, start: number, level: number): void => {
    strokes.push({ piece, start, level: humanise(level * MIX[piece], random) * (0.55 + 0.45 * feeling.force) });
  };
  for (let bar = 0; bar < length.bars; bar++) {
    const on = intensity[bar] ?? 1;
    for (const [piece, pattern] of piecesOf(beat)) {
      if (!isPlayed(piece, on, feeling.density)) continue;
      if (piece === "crash" && bar % 4 !== 0) continue;
      for (const { step, mark } of hitsOf(patternFor(sheet, pattern))) {
        if (mark === "o" && feeling.density < 0.35 && step % 4 !== 0) continue;
        stroke(piece, timeOf(sheet, bar, step), LEVELS[mark] ?? 0);
      }
    }
  }
  if (feeling.density > 0.45 && length.bars >= 4) addFill(sheet, beat, stroke);
  const last = beat.kick === undefined ? (beat.low === undefined ? "hand" : "low") : "kick";
  stroke(last, length.bodySeconds, 1);
  if (feeling.density > 0.5) stroke("crash", length.bodySeconds, 0.9);
  return strokes.toSorted((a, b) => a.start - b.start);
}

function piecesOf(beat: Beat): [Piece, string][] {
  return Object.entries(beat).flatMap(([piece, pattern]) =>
    isPiece(piece) ? [[piece, pattern] as [Piece, string]] : [],
  );
}

function isPiece(name: string): name is Piece {
  return name in MIX;
}

function isPlayed(piece: Piece, intensity: number, density: number): boolean {
  if (FIRST.has(piece)) return intensity > 0.42;
  return intensity > 0.55 && density > 0.2;
}

function addFill(sheet: Sheet, beat: Beat, stroke: (piece: Piece, start: number, level: number) => void): void {
  const drum: Piece = beat.snare === undefined ? "hand" : "snare";
  const bar = sheet.length.bars - 1;
  const first = (sheet.length.beatsPerBar - 1) * 4;
  for (let step = 0; step < 4; step++) {
    stroke(step < 2 ? drum : "tom", timeOf(sheet, bar, first + step), 0.55 + 0.12 * step);
  }
}
