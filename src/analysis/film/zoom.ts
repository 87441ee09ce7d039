import { medianOf } from "../statistics.ts";
import type { PhaseCorrelator, Shift } from "./phase-correlation.ts";

/** Side of the square blocks whose movement is measured, and the distances of their centres, in pixels. */
export const ZOOM_BLOCK = 32;
const STEP = { across: 24, down: 16 } as const;
/** Time between the compared frames. The shorter one is for a fast zoom, which moves blocks by more than half their size. */
const SECONDS_APART = [0.5, 0.2] as const;
const PAIRS = 2;
/** A lower peak means that a block has no structure, or that its content changes. */
const PEAK_MIN = 0.25;
/** A fit needs at least this share of the blocks. */
const BLOCKS_SHARE_MIN = 0.5;
/** Blocks that move otherwise, such as a person, are left out of the second fit. Pixels. */
const OUTLIER = 1.5;
/** Share of the movement, relative to that of the entire picture, that the zoom must explain. */
const EXPLAINED_MIN = 0.6;
/** Growth across and down must agree: a smaller ratio is parallax or a rotating object. */
const AGREEMENT_MIN = 0.4;
/** Smaller growth, in percent per second, is noise. */
const GROWTH_MIN = 2;

export interface ZoomSource {
  /** Consecutive frames, in grey. */
  readonly frames: readonly Uint8Array[];
  /** Frames per second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
}

/** A block's centre, relative to the middle of the picture, and its shift; in pixels. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly shift: Shift;
}

/**
 * Returns how fast the picture grows in one moment, in percent per second; negative for a zoom out, 0 without a zoom. In a
 * zoom all blocks move away from one point, or towards it. A camera that moves forwards looks the same.
 * @param correlator of squares with the side `ZOOM_BLOCK`.
 */
export function zoomOf(source: ZoomSource, correlator: PhaseCorrelator): number {
  const { frames, rate } = source;
  for (const seconds of SECONDS_APART) {
    const lag = Math.round(seconds * rate);
    if (lag < 1 || frames.length <= lag) continue;
    const growths = startsOf(frames.length - lag).map((start) => {
      const [before, after] = [frames[start], frames[start + lag]];
      if (before === undefined || after === undefined) return null;
      return growthOf(blocksOf(before, after, source, correlator), blockCount(source));
    });
    const found = growths.filter((growth) => growth !== null);
    if (found.length * 2 <= growths.length) continue;
    const perSecond = (100 * medianOf(found) * rate) / lag;
    return Math.abs(perSecond) < GROWTH_MIN ? 0 : perSecond;
  }
  return 0;
}

/** Returns evenly spaced first frames of the compared pairs. */
function startsOf(count: number): readonly number[] {
  const pairs = Math.min(PAIRS, count);
  return Array.from({ length: pairs }, (_, index) => Math.floor((index * (count - 1)) / Math.max(1, pairs - 1)));
}

function blockCount({ width, height }: ZoomSource): number {
  return (Math.floor((width - ZOOM_BLOCK) / STEP.across) + 1) * (Math.floor((height - ZOOM_BLOCK) / STEP.down) + 1);
}

/** Returns the blocks with a clear movement. */
function blocksOf(
  before: Uint8Array,
  after: Uint8Array,
  { width, height }: ZoomSource,
  correlator: PhaseCorrelator,
): readonly Block[] {
  const blocks: Block[] = [];
  for (let top = 0; top + ZOOM_BLOCK <= height; top += STEP.down) {
    for (let left = 0; left + ZOOM_BLOCK <= width; left += STEP.across) {
      const spectrumIn = (frame: Uint8Array) => correlator.spectrumOf(blockIn(frame, width, left, top));
      const shift = correlator.shiftBetween(spectrumIn(before), spectrumIn(after));
      if (shift.peak < PEAK_MIN) continue;
      blocks.push({ x: left + (ZOOM_BLOCK - width) / 2, y: top + (ZOOM_BLOCK - height) / 2, shift });
    }
  }
  return blocks;
}

function blockIn(frame: Uint8Array, width: number, left: number, top: number): Uint8Array {
  const block = new Uint8Array(ZOOM_BLOCK * ZOOM_BLOCK);
  for (let row = 0; row < ZOOM_BLOCK; row++) {
    const from = (top + row) * width + left;
    block.set(frame.subarray(from, from + ZOOM_BLOCK), row * ZOOM_BLOCK);
  }
  return block;
}

/** Returns the growth from one frame to the other, as a share; null if the blocks do not move as in a zoom. */
function growthOf(blocks: readonly Block[], count: number): number | null {
  const isEnough = (some: readonly Block[]): boolean => some.length >= BLOCKS_SHARE_MIN * count;
  if (!isEnough(blocks)) return null;
  const first = fitOf(blocks);
  const agreeing = blocks.filter((block) => residualOf(block, first) <= OUTLIER);
  if (!isEnough(agreeing)) return null;
  const fit = fitOf(agreeing);
  const [across, down] = [fit.across.slope, fit.down.slope];
  const agreement = Math.min(Math.abs(across), Math.abs(down)) / Math.max(Math.abs(across), Math.abs(down));
  const isUniform = Math.sign(across) === Math.sign(down) && agreement >= AGREEMENT_MIN;
  return isUniform && explainedBy(agreeing, fit) >= EXPLAINED_MIN ? (across + down) / 2 : null;
}

/** Shifts as a linear function of the position, one for each direction. */
interface Fit {
  readonly across: Line;
  readonly down: Line;
}

interface Line {
  readonly slope: number;
  readonly offset: number;
}

function fitOf(blocks: readonly Block[]): Fit {
  return {
    across: lineThrough(blocks.map(({ x, shift }) => [x, shift.x])),
    down: lineThrough(blocks.map(({ y, shift }) => [y, shift.y])),
  };
}

/** Returns the line of least squares. */
function lineThrough(points: readonly (readonly [at: number, value: number])[]): Line {
  const meanAt = points.reduce((sum, [at]) => sum + at, 0) / points.length;
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / points.length;
  const spread = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const both = points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - mean), 0);
  const slope = spread === 0 ? 0 : both / spread;
  return { slope, offset: mean - slope * meanAt };
}

function residualOf({ x, y, shift }: Block, { across, down }: Fit): number {
  return Math.hypot(shift.x - across.offset - across.slope * x, shift.y - down.offset - down.slope * y);
}

/** Returns the share of the blocks' own movement, without that of the entire picture, that the fit explains. */
function explainedBy(blocks: readonly Block[], fit: Fit): number {
  const mean = (of: (shift: Shift) => number): number =>
    blocks.reduce((sum, { shift }) => sum + of(shift), 0) / blocks.length;
  const [x, y] = [mean((shift) => shift.x), mean((shift) => shift.y)];
  const total = blocks.reduce((sum, { shift }) => sum + (shift.x - x) ** 2 + (shift.y - y) ** 2, 0);
  const left = blocks.reduce((sum, block) => sum + residualOf(block, fit) ** 2, 0);
  return total === 0 ? 0 : 1 - left / total;
}
