import { type CutPlan } from "../../../src/audio/structure/plan-cut.ts";
import { alignCut } from "../../../src/media/cut/align-cut.ts";
import type { AlignedCut } from "../../../src/media/cut/aligned-cut.ts";
import { PcmFile } from "../../../src/media/cut/pcm-file.ts";
import { CROSSFADE, writeCut } from "../../../src/media/cut/write-cut.ts";
import { lineChanges } from "./line-changes.ts";

export const CUT_RATE = 44_100;
/** Of the samples that are compared. */
const CUT_FORM = { rate: CUT_RATE, channels: 2, bytes: 2 } as const;
const HEADER_BYTES = 44;
/** Around a join, in seconds. */
const JOIN_SECONDS = 0.015;
/** Fades against clicks at both ends, and a frame for rounding. */
const EDGE_SECONDS = 0.0101;
const RANDOM_PLACES = 1_000;
/** What is kept of a cut before and after a join, to listen to it or to draw it. */
const AROUND_SECONDS = 1.5;

export interface JudgedJoin {
  /** Where it is in the cut. */
  readonly at: number;
  /** How far its ends are from bar lines of the structure, before the alignment and after it, in seconds. */
  readonly planned: number;
  readonly aligned: number;
  /** Share of random places of the recording that are at least as rough. */
  readonly smoother: number;
  /** Whether nothing in the recording is as rough. */
  readonly isRoughest: boolean;
  readonly likeness: number | null;
  /** The level in the cross-fade, relative to the lower level of the 50 ms before and after it; in decibels. */
  readonly dip: number;
  /** The level in the cross-fade, relative to the lower one of both recordings at the same place; in decibels. */
  readonly lost: number;
  /** Shares of the bar lines of the recording at which the sound changes at least as much, by its flux and from side to side. */
  readonly calmerFlux: number;
  readonly calmerJump: number;
  /** The flux, in relation to the larger one of both bar lines that are joined. */
  readonly flux: number;
  /** The bar lines that are joined, in the recording. */
  readonly leave: number;
  readonly enter: number;
  /** The cut around the join: stereo, 16 bits. */
  readonly around: Int16Array;
}

export interface JudgedCut {
  /** Whether the file has exactly the wanted number of samples. */
  readonly isExact: boolean;
  /** Samples outside of cross-fades and fades that are not those of the recording at the stated times, and all that were compared. */
  readonly foreign: number;
  readonly compared: number;
  readonly joins: readonly JudgedJoin[];
}

/** Writes a cut of raw samples and compares it with them. `downbeats` are those of the structure. */
export async function judgeCut(
  pcmPath: string,
  {
    plan,
    seconds,
    downbeats,
  }: { readonly plan: CutPlan; readonly seconds: number; readonly downbeats: readonly number[] },
  to: string,
): Promise<JudgedCut> {
  await using pcm = await PcmFile.open(pcmPath, CUT_FORM);
  const aligned = await alignCut(pcm, plan, seconds);
  await writeCut(pcm, aligned, seconds, to);
  const cut = samplesOf((await Bun.file(to).bytes()).subarray(HEADER_BYTES));
  const source = samplesOf(await Bun.file(pcmPath).bytes());
  const places = aligned.joins.length === 0 ? [] : randomRoughness(source);
  const changeOf = lineChanges(source, CUT_RATE);
  const ofCut = lineChanges(cut, CUT_RATE);
  const lines = aligned.joins.length === 0 ? [] : downbeats.map(changeOf);
  const joins = aligned.joins.map(({ at, leave, enter, likeness }, index) => {
    const before = plan.joins[index];
    const middle = at - CROSSFADE.before;
    const change = ofCut(at);
    const rough = roughness(cut, middle - JOIN_SECONDS, middle + JOIN_SECONDS);
    return {
      at,
      planned: Math.max(offBar(before?.leave ?? 0, downbeats), offBar(before?.enter ?? 0, downbeats)),
      aligned: Math.max(offBar(leave, downbeats), offBar(enter, downbeats)),
      smoother: places.filter((place) => place >= rough).length / RANDOM_PLACES,
      isRoughest: rough > roughness(source, 0, source.length / 2 / CUT_RATE),
      likeness,
      dip: dipOf(cut, middle),
      lost: lostLevel({ cut, at: middle }, source, [leave - CROSSFADE.before, enter - CROSSFADE.before]),
      calmerFlux: lines.filter(({ flux }) => flux >= change.flux).length / lines.length,
      calmerJump: lines.filter(({ jump }) => jump >= change.jump).length / lines.length,
      flux: change.flux / Math.max(1e-9, changeOf(leave).flux, changeOf(enter).flux),
      leave,
      enter,
      around: cut.slice(
        2 * Math.max(0, Math.round((at - AROUND_SECONDS) * CUT_RATE)),
        2 * Math.round((at + AROUND_SECONDS) * CUT_RATE),
      ),
    };
  });
  return {
    isExact: cut.length === 2 * Math.round(seconds * CUT_RATE),
    ...tracedIn(cut, source, aligned, seconds),
    joins,
  };
}

function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
}

/** Compares all samples of all parts, outside of cross-fades and fades, with the recording at the stated times. */
function tracedIn(cut: Int16Array, source: Int16Array, { parts, joins, fade, silence }: AlignedCut, seconds: number) {
  let foreign = 0;
  let compared = 0;
  for (const [index, part] of parts.entries()) {
    const at = joins[index - 1]?.at ?? 0;
    const next = joins[index]?.at;
    const from = index === 0 ? EDGE_SECONDS : at - CROSSFADE.before + CROSSFADE.half;
    const until =
      next === undefined ? seconds - silence - Math.max(EDGE_SECONDS, fade) : next - CROSSFADE.before - CROSSFADE.half;
    const offset = 2 * (Math.round(part.from * CUT_RATE) - Math.round(at * CUT_RATE));
    for (let sample = 2 * Math.ceil(from * CUT_RATE + 1); sample < 2 * Math.floor(until * CUT_RATE - 1); sample++) {
      compared++;
      if (cut[sample] !== (source[sample + offset] ?? 0)) foreign++;
    }
  }
  return { foreign, compared };
}

function offBar(time: number, downbeats: readonly number[]): number {
  return Math.min(...downbeats.map((line) => Math.abs(line - time)));
}

/** The roughness of places of the recording, always the same ones. */
function randomRoughness(source: Int16Array): readonly number[] {
  const seconds = source.length / 2 / CUT_RATE - 2 * JOIN_SECONDS;
  let state = 1;
  return Array.from({ length: RANDOM_PLACES }, () => {
    state = (state * 48_271) % 0x7fffffff;
    const from = (state / 0x7fffffff) * seconds;
    return roughness(source, from, from + 2 * JOIN_SECONDS);
  });
}

function dipOf(cut: Int16Array, middle: number): number {
  const { half } = CROSSFADE;
  const around = Math.min(
    levelOf(cut, middle - half - 0.05, middle - half),
    levelOf(cut, middle + half, middle + half + 0.05),
  );
  return decibels(levelOf(cut, middle - half, middle + half), around);
}

function lostLevel(
  { cut, at }: { readonly cut: Int16Array; readonly at: number },
  source: Int16Array,
  middles: readonly number[],
): number {
  const { half } = CROSSFADE;
  const levels = middles.map((middle) => levelOf(source, middle - half, middle + half));
  return decibels(levelOf(cut, at - half, at + half), Math.min(...levels));
}

function levelOf(samples: Int16Array, from: number, to: number): number {
  const some = samples.subarray(2 * Math.round(from * CUT_RATE), 2 * Math.round(to * CUT_RATE));
  return Math.sqrt(some.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, some.length));
}

function decibels(level: number, other: number): number {
  return 20 * Math.log10((level + 1) / (other + 1));
}

/** The largest change of slope of a channel. */
function roughness(samples: Int16Array, from: number, to: number): number {
  let most = 0;
  for (
    let at = Math.max(4, 2 * Math.round(from * CUT_RATE));
    at < Math.min(samples.length, 2 * Math.round(to * CUT_RATE));
    at++
  ) {
    most = Math.max(most, Math.abs((samples[at] ?? 0) - 2 * (samples[at - 2] ?? 0) + (samples[at - 4] ?? 0)));
  }
  return most;
}
