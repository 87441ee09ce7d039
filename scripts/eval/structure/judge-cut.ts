import { type CutPlan } from "../../../src/audio/structure/plan-cut.ts";
import { alignCut } from "../../../src/media/cut/align-cut.ts";
import { PcmFile } from "../../../src/media/cut/pcm-file.ts";
import { CROSSFADE, writeCut } from "../../../src/media/cut/write-cut.ts";

export const CUT_RATE = 44_100;
/** Of the samples that are compared. */
const CUT_FORM = { rate: CUT_RATE, channels: 2, bytes: 2 } as const;
const HEADER_BYTES = 44;
/** Around a join, in seconds. */
const JOIN_SECONDS = 0.015;
const SHIFT_FRAMES_MAX = Math.ceil(0.013 * CUT_RATE);
const COMPARED_FRAMES = 4_410;

export interface JudgedCut {
  /** Whether the length is exact to a hundredth of a second. */
  readonly isExact: boolean;
  /** Parts whose beginning is, sample for sample, in the recording, of all parts. */
  readonly found: number;
  readonly parts: number;
  /** The roughest join, relative to the roughest moment of the recording; 0 without joins. */
  readonly click: number;
}

/** Writes a cut of raw samples and compares it with them. */
export async function judgeCut(pcmPath: string, plan: CutPlan, seconds: number, to: string): Promise<JudgedCut> {
  await using pcm = await PcmFile.open(pcmPath, CUT_FORM);
  const aligned = await alignCut(pcm, plan, seconds);
  await writeCut(pcm, aligned, seconds, to);
  const cut = samplesOf((await Bun.file(to).bytes()).subarray(HEADER_BYTES));
  const source = samplesOf(await Bun.file(pcmPath).bytes());
  let found = 0;
  let click = 0;
  for (const [at, part] of aligned.parts.entries()) {
    const join = aligned.joins[at - 1];
    const begin = join === undefined ? 0.02 : join.at - CROSSFADE.before + CROSSFADE.half + 0.002;
    const offset = part.from - (join?.at ?? 0);
    if (isInSource(cut, source, Math.round(begin * CUT_RATE), Math.round((begin + offset) * CUT_RATE))) found++;
    if (join !== undefined) {
      const middle = join.at - CROSSFADE.before;
      click = Math.max(click, roughness(cut, middle - JOIN_SECONDS, middle + JOIN_SECONDS));
    }
  }
  const rough = roughness(source, 0, source.length / 2 / CUT_RATE);
  const isExact = Math.abs(cut.length / 2 / CUT_RATE - seconds) < 0.005;
  return { isExact, found, parts: plan.parts.length, click: click / Math.max(1, rough) };
}

function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
}

/** Whether a tenth of a second of the cut is in the recording near a place. */
function isInSource(cut: Int16Array, source: Int16Array, from: number, near: number): boolean {
  for (let shift = 0; shift <= 4 * SHIFT_FRAMES_MAX; shift++) {
    for (const first of [near + shift, near - shift]) {
      let at = 0;
      while (at < 2 * COMPARED_FRAMES && cut[2 * from + at] === source[2 * first + at]) at++;
      if (at === 2 * COMPARED_FRAMES) return true;
    }
  }
  return false;
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
