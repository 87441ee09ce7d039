import type { HeardKind } from "../../../schema/wire/analysis.ts";
import { deviationOf } from "../statistics.ts";
import { levelOf, SILENT_BELOW, unevennessOf } from "./sound-level.ts";
import { SOUND_FRAMES_A_SECOND, SPECTRA_A_SECOND, type SoundFrame, type SoundSpectrum } from "./sound-frames.ts";
import { isSpeech, SPEECH_BLOCK_SECONDS } from "./speech-share.ts";
import { spectrumShape, type SpectrumShape } from "./spectrum-shape.ts";

export const SOUND_BLOCK_SECONDS = SPEECH_BLOCK_SECONDS;
const SILENT_FRAMES_MIN = 0.9;
/** Share of the energy in spectral lines, from which a sound has pitches, and below which it is noise. */
const TONAL = { noise: 0.15, pitched: 0.3 } as const;
/** A single line that moves is a siren, a whistle or a bird as often as a flute. */
const SINGLE_LINE_MIN = 0.9;
/** Similarity of consecutive spectra. The lines of a machine stay; those of music change with its notes. */
const SAME = { machine: 0.997, noise: 0.9, crowd: 0.985 } as const;
/** Deviation of the level of tenths of a second within a block, in decibels. */
const UNEVEN = { machine: 1.5, rain: 1.5, crowd: { from: 0.7, to: 8 }, speech: 6 } as const;
const RAIN = { highMin: 0.35, flatnessMin: 0.3 } as const;
const WIND = { lowMin: 0.6, highMax: 0.06, gustsMin: 1.5 } as const;
const CROWD = { midMin: 0.3, highMax: 0.35, flatnessMin: 0.4 } as const;
/** Gusts are changes of level within this number of blocks to each side. */
const GUST_BLOCKS = 3;

interface Block {
  readonly frames: readonly SoundFrame[];
  readonly shape: SpectrumShape;
  /** Lowest similarity of consecutive half seconds, from the one before the block on. */
  readonly same: number;
  readonly level: number;
  readonly unevenness: number;
}

/**
 * Returns what is heard in each block of two seconds. Rules over the spectrum and the loudness, tuned on generated sounds:
 * rain is also a waterfall, applause or hiss; wind is also surf; machinery is also a held note.
 */
export function soundKindsOf(frames: readonly SoundFrame[], spectra: readonly SoundSpectrum[]): readonly HeardKind[] {
  const blocks = blocksOf(frames, spectra);
  const kinds = blocks.map((block, index) => {
    const around = blocks.slice(Math.max(0, index - GUST_BLOCKS), index + GUST_BLOCKS + 1);
    return kindOf(block, deviationOf(around.map(({ level }) => level)));
  });
  return kinds.map((kind, index) => {
    const uneven = blocks[index]?.unevenness ?? 0;
    return uneven < UNEVEN.speech ? kind : amongSpeech(kind, [kinds[index - 1], kinds[index + 1]]);
  });
}

/** A long vowel or several quick words look like music or a crowd. Next to speech they are rather part of it. */
function amongSpeech(kind: HeardKind, neighbours: readonly (HeardKind | undefined)[]): HeardKind {
  if (kind !== "music" && kind !== "crowd" && kind !== "unsure") return kind;
  const count = neighbours.filter((one) => one === "speech").length;
  return count === 2 ? "speech" : count === 1 ? "unsure" : kind;
}

/** Returns the share of the duration of each kind, the largest first. */
export function sharesOf(
  kinds: readonly HeardKind[],
): readonly { readonly value: HeardKind; readonly share: number }[] {
  return [...new Set(kinds)]
    .map((value) => ({ value, share: kinds.filter((one) => one === value).length / kinds.length }))
    .toSorted((one, other) => other.share - one.share);
}

function blocksOf(frames: readonly SoundFrame[], spectra: readonly SoundSpectrum[]): readonly Block[] {
  const frameCount = SOUND_BLOCK_SECONDS * SOUND_FRAMES_A_SECOND;
  const spectrumCount = SOUND_BLOCK_SECONDS * SPECTRA_A_SECOND;
  const count = Math.min(Math.floor(frames.length / frameCount), Math.floor(spectra.length / spectrumCount));
  return Array.from({ length: count }, (_, index) => {
    const own = frames.slice(index * frameCount, (index + 1) * frameCount);
    const from = index * spectrumCount;
    return {
      frames: own,
      shape: spectrumShape(spectra.slice(from, from + spectrumCount)),
      same: lowestSimilarity(spectra.slice(Math.max(0, from - 1), from + spectrumCount)),
      level: levelOf(own),
      unevenness: unevennessOf(own),
    };
  });
}

/** Returns the lowest cosine of the amplitudes of consecutive spectra. */
function lowestSimilarity(spectra: readonly SoundSpectrum[]): number {
  return Math.min(1, ...spectra.slice(1).map((after, index) => similarityOf(spectra[index] ?? after, after)));
}

function similarityOf(before: SoundSpectrum, after: SoundSpectrum): number {
  let [both, one, other] = [0, 0, 0];
  for (let bin = 2; bin < before.length - 1; bin++) {
    const [a, b] = [before[bin] ?? 0, after[bin] ?? 0];
    both += Math.sqrt(a * b);
    one += a;
    other += b;
  }
  return one === 0 || other === 0 ? 0 : both / Math.sqrt(one * other);
}

function kindOf({ frames, shape, same, unevenness }: Block, gusts: number): HeardKind {
  const silent = frames.filter(({ level }) => level < SILENT_BELOW).length;
  if (silent >= SILENT_FRAMES_MIN * frames.length) return "silence";
  if (isSpeech(frames)) return "speech";
  const { low, mid, high, flatness, tonal, strongestLine } = shape;
  if (tonal >= TONAL.pitched) {
    if (same >= SAME.machine && unevenness < UNEVEN.machine) return "machinery";
    return strongestLine >= SINGLE_LINE_MIN ? "unsure" : "music";
  }
  if (tonal > TONAL.noise) return "unsure";
  if (high >= RAIN.highMin && flatness >= RAIN.flatnessMin && unevenness < UNEVEN.rain && same >= SAME.crowd)
    return "rain";
  if (low >= WIND.lowMin && high <= WIND.highMax && same >= SAME.noise)
    return Math.max(gusts, unevenness) >= WIND.gustsMin ? "wind" : "unsure";
  const isBabble =
    same < SAME.crowd &&
    unevenness >= UNEVEN.crowd.from &&
    unevenness <= UNEVEN.crowd.to &&
    flatness >= CROWD.flatnessMin;
  return isBabble && mid >= CROWD.midMin && high <= CROWD.highMax ? "crowd" : "unsure";
}
