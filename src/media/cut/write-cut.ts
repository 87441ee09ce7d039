import { type FileHandle, open } from "node:fs/promises";
import type { CutPlan } from "../../audio/structure/plan-cut.ts";
import { alignJoin } from "./align-join.ts";
import { applyGains, mixInto, monoOf, type PcmFile, type PcmForm } from "./pcm-file.ts";
import { wavHeader } from "./wav-header.ts";

/** The cross-fade ends before the bar line, so that the attack on it is that of one recording. Seconds. */
export const CROSSFADE = { before: 0.02, half: 0.008 } as const;
/** What is compared to align two bars: this much before and after their lines, at about 11 kHz, shifted by `reach` at most. */
const ALIGNED = { before: 0.06, after: 0.12, reach: 0.012, rate: 11_025 } as const;
/** From this correlation on, two sounds add up like one: then gains add up to 1, otherwise powers. */
const CORRELATED_MIN = 0.5;
/** Fades at both ends, against clicks. Seconds. */
const EDGE_SECONDS = 0.01;

/** A part of the recording in frames, and where it begins in the cut. */
interface Placed {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Correlation with the part before, at the join. */
  readonly correlation: number;
}

/**
 * Writes the cut of a recording as a WAV of exactly `seconds`. Samples outside of cross-fades and of the fades at the ends are those of
 * the recording.
 */
export async function writeCut(source: PcmFile, plan: CutPlan, seconds: number, to: string): Promise<void> {
  const { form } = source;
  const total = Math.round(seconds * form.rate);
  const placed = await placeParts(source, plan, total - Math.round(plan.silence * form.rate));
  const handle = await open(to, "w", 0o600);
  try {
    await handle.write(wavHeader(form, total));
    for (const [index, part] of placed.entries()) {
      await writePart(handle, source, { part, next: placed[index + 1] ?? null, isFirst: index === 0, plan });
    }
    const written = placed.at(-1);
    const silent = total - (written === undefined ? 0 : written.at + written.to - written.from);
    await handle.write(Buffer.alloc(silent * form.channels * form.bytes));
  } finally {
    await handle.close();
  }
}

/** Aligns each part with the one before. What alignment moves is made up for by the last part, which ends at frame `end`. */
async function placeParts(source: PcmFile, { parts }: CutPlan, end: number): Promise<readonly Placed[]> {
  const { rate } = source.form;
  const placed: Placed[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const before = placed.at(-1);
    const wanted = Math.round(part.from * rate);
    const { shift, correlation } =
      before === undefined ? { shift: 0, correlation: 1 } : await align(source, before.to, wanted);
    const from = wanted + shift;
    const to = index === parts.length - 1 ? from + (end - at) : Math.round(part.to * rate);
    placed.push({ at, from, to, correlation });
    at += to - from;
  }
  return placed;
}

async function align(source: PcmFile, leave: number, enter: number) {
  const { form } = source;
  const step = Math.max(1, Math.round(form.rate / ALIGNED.rate));
  const frames = (time: number): number => Math.round((time * form.rate) / step);
  const [before, count, reach] = [
    frames(ALIGNED.before),
    frames(ALIGNED.before + ALIGNED.after),
    frames(ALIGNED.reach),
  ];
  const read = async (from: number, length: number): Promise<Float64Array> =>
    thinned(monoOf(await source.read(from, length * step), form), step);
  const first = await read(leave - before * step, count);
  const second = await read(enter - (before + reach) * step, count + 2 * reach);
  const found = alignJoin(first, second, reach);
  return { ...found, shift: found.shift * step };
}

/** The means of each `step` samples. */
function thinned(samples: Float64Array, step: number): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    let sum = 0;
    for (let one = 0; one < step; one++) sum += samples[at * step + one] ?? 0;
    return sum / step;
  });
}

interface Writing {
  readonly part: Placed;
  readonly next: Placed | null;
  readonly isFirst: boolean;
  readonly plan: CutPlan;
}

async function writePart(handle: FileHandle, source: PcmFile, { part, next, isFirst, plan }: Writing): Promise<void> {
  const { form } = source;
  const [gap, half] = [Math.round(CROSSFADE.before * form.rate), Math.round(CROSSFADE.half * form.rate)];
  // Until the middle of the cross-fade of the next join comes, from the end of the cross-fade of the last one.
  const from = isFirst ? part.from : part.from - gap + half;
  const to = next === null ? part.to : part.to - gap - half;
  for (let at = from; at < to; at += form.rate) {
    const count = Math.min(form.rate, to - at);
    const samples = await source.read(at, count);
    if (isFirst) fadeIn(samples, form, at - part.from, part.from);
    if (next === null) fadeOut(samples, form, part.to - at, plan.fade);
    await handle.write(samples);
  }
  if (next === null) return;
  const leaving = await source.read(to, 2 * half);
  const coming = await source.read(next.from - gap - half, 2 * half);
  const isCorrelated = next.correlation >= CORRELATED_MIN;
  const gainOf = (share: number): number => (isCorrelated ? share : Math.sin((share * Math.PI) / 2));
  applyGains(leaving, form, (frame) => gainOf(1 - (frame + 0.5) / (2 * half)));
  applyGains(coming, form, (frame) => gainOf((frame + 0.5) / (2 * half)));
  mixInto(leaving, coming, form);
  await handle.write(leaving);
}

/** Only in the middle of a recording: its own start is kept. */
function fadeIn(samples: Buffer, form: PcmForm, since: number, start: number): void {
  const edge = Math.round(EDGE_SECONDS * form.rate);
  if (start <= 0 || since >= edge) return;
  applyGains(samples, form, (frame) => Math.min(1, (since + frame + 0.5) / edge));
}

/** The fade of the plan, or a short one against a click. `left` is the number of frames until the end. */
function fadeOut(samples: Buffer, form: PcmForm, left: number, seconds: number): void {
  const length = Math.round(Math.max(EDGE_SECONDS, seconds) * form.rate);
  if (left - samples.length / (form.channels * form.bytes) > length) return;
  applyGains(samples, form, (frame) => {
    const rest = left - frame - 0.5;
    return rest >= length ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * Math.max(0, rest)) / length);
  });
}
