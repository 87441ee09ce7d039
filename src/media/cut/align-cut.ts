import type { CutPlan } from "../../audio/structure/plan-cut.ts";
import { alignJoin } from "./align-join.ts";
import type { AlignedCut } from "./aligned-cut.ts";
import { monoOf, type PcmFile } from "./pcm-file.ts";

/** What is compared to align two bars: this much before and after their lines, at about 11 kHz, shifted by `reach` at most. */
const ALIGNED = { before: 0.06, after: 0.12, reach: 0.012, rate: 11_025 } as const;

/**
 * Aligns each part of a plan with the part before: moves its beginning to where the sound continues best. The last part makes up for
 * that, so that the cut has exactly `seconds`.
 */
export async function alignCut(source: PcmFile, plan: CutPlan, seconds: number): Promise<AlignedCut> {
  const { rate } = source.form;
  const total = Math.round(seconds * rate);
  const end = total - Math.round(plan.silence * rate);
  const parts: { from: number; to: number }[] = [];
  const joins: AlignedCut["joins"] = [];
  let at = 0;
  for (const [index, part] of plan.parts.entries()) {
    const before = parts.at(-1);
    const wanted = Math.round(part.from * rate);
    const alignment = before === undefined ? null : await alignmentOf(source, before.to, wanted);
    const from = wanted + (alignment?.shift ?? 0);
    const isLast = index === plan.parts.length - 1;
    const to = isLast ? Math.max(from, Math.min(source.frames, from + end - at)) : Math.round(part.to * rate);
    if (before !== undefined && alignment !== null) {
      const { correlation } = alignment;
      const likeness = plan.joins[index - 1]?.likeness ?? null;
      joins.push({ at: at / rate, leave: before.to / rate, enter: from / rate, likeness, correlation });
    }
    parts.push({ from, to });
    at += to - from;
  }
  return {
    ...plan,
    parts: parts.map(({ from, to }) => ({ from: from / rate, to: to / rate })),
    joins,
    silence: (total - at) / rate,
  };
}

async function alignmentOf(source: PcmFile, leave: number, enter: number) {
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
