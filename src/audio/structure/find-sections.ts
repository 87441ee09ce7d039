import { likenessOf, type Stretch } from "./bar-features.ts";

/** A part of a piece, by the numbers of its first bar and of the bar after its last. */
export interface BarSection {
  readonly from: number;
  readonly to: number;
  /** Sections with the same letter are alike. */
  readonly label: string;
}

/** Half of the width of the checkerboard, in bars. */
const KERNEL_BARS = 4;
/** Shorter sections are not told apart. */
const SECTION_BARS_MIN = 4;
/** A border is a peak of the novelty that is this much higher than the mean. */
const BORDER = { deviations: 0.5, least: 0.06 } as const;
const SAME_LABEL_MIN = 0.72;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Divides a piece where its bars become different: peaks of a checkerboard kernel with a Gaussian taper along the diagonal of the
 * matrix of likeness between bars (Foote, "Automatic audio segmentation using a measure of audio novelty", 2000).
 */
export function findSections(bars: readonly Stretch[]): readonly BarSection[] {
  if (bars.length === 0) return [];
  const novelty = noveltyOf(bars);
  const mean = novelty.reduce((sum, value) => sum + value, 0) / novelty.length;
  const spread = Math.sqrt(novelty.reduce((sum, value) => sum + (value - mean) ** 2, 0) / novelty.length);
  const least = Math.max(BORDER.least, mean + BORDER.deviations * spread);
  const peaks = novelty
    .map((value, bar) => ({ value, bar }))
    .filter(({ value, bar }) => value >= least && isPeak(novelty, bar))
    .toSorted((one, other) => other.value - one.value);
  const borders: number[] = [];
  for (const { bar } of peaks) {
    const isFar = [0, bars.length, ...borders].every((other) => Math.abs(other - bar) >= SECTION_BARS_MIN);
    if (isFar) borders.push(bar);
  }
  const edges = [0, ...borders.toSorted((one, other) => one - other), bars.length];
  return labelled(
    bars,
    edges.slice(0, -1).map((from, at) => ({ from, to: edges[at + 1] ?? from })),
  );
}

function noveltyOf(bars: readonly Stretch[]): readonly number[] {
  return bars.map((_, bar) => {
    const reach = Math.min(KERNEL_BARS, bar, bars.length - bar);
    if (reach < 2) return 0;
    let [sum, weights] = [0, 0];
    for (let row = -reach; row < reach; row++) {
      for (let column = -reach; column < reach; column++) {
        const [one, other] = [bars[bar + row], bars[bar + column]];
        if (one === undefined || other === undefined || row === column) continue;
        const weight = Math.exp(-(((row + 0.5) ** 2 + (column + 0.5) ** 2) / (2 * (KERNEL_BARS / 2) ** 2)));
        sum += (row < 0 === column < 0 ? 1 : -1) * weight * likenessOf(one, other);
        weights += weight;
      }
    }
    return sum / weights;
  });
}

function isPeak(values: readonly number[], at: number): boolean {
  const value = values[at] ?? 0;
  return value > (values[at - 1] ?? 0) && value >= (values[at + 1] ?? 0);
}

/** The letter of the first earlier section that is alike, else the next letter. */
function labelled(bars: readonly Stretch[], parts: readonly Omit<BarSection, "label">[]): readonly BarSection[] {
  const found: BarSection[] = [];
  let letters = 0;
  for (const part of parts) {
    const like = found.find((one) => sectionLikeness(bars, one, part) >= SAME_LABEL_MIN);
    found.push({ ...part, label: like?.label ?? LETTERS[Math.min(letters++, LETTERS.length - 1)] ?? "Z" });
  }
  return found;
}

/** The mean, over the bars of the shorter section, of the likeness to the most similar bar of the other. */
function sectionLikeness(
  bars: readonly Stretch[],
  one: Omit<BarSection, "label">,
  other: Omit<BarSection, "label">,
): number {
  const [short, long] = one.to - one.from < other.to - other.from ? [one, other] : [other, one];
  let sum = 0;
  for (const bar of bars.slice(short.from, short.to)) {
    sum += Math.max(...bars.slice(long.from, long.to).map((candidate) => likenessOf(bar, candidate)));
  }
  return sum / (short.to - short.from);
}
