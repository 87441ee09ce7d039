import { type FileHandle, open } from "node:fs/promises";
import type { AlignedCut } from "./aligned-cut.ts";
import { applyGains, mixInto, type PcmFile, type PcmForm } from "./pcm-file.ts";
import { wavHeader } from "./wav-header.ts";

/** The cross-fade ends before the bar line, so that the attack on it is that of one recording. Seconds. */
export const CROSSFADE = { before: 0.02, half: 0.008 } as const;
/** From this correlation on, two sounds add up like one: then gains add up to 1, otherwise powers. */
const CORRELATED_MIN = 0.5;
/** Fades at both ends, against clicks. Seconds. */
const EDGE_SECONDS = 0.01;

/** A part of the recording in frames, with its correlation with the part before. */
interface FramesOfPart {
  readonly from: number;
  readonly to: number;
  readonly correlation: number;
}

/**
 * Writes the cut of a recording as a WAV of exactly `seconds`. Samples outside of cross-fades and of the fades at the ends are those of
 * the recording.
 */
export async function writeCut(source: PcmFile, cut: AlignedCut, seconds: number, to: string): Promise<void> {
  const { form } = source;
  const total = Math.round(seconds * form.rate);
  const frames = (time: number): number => Math.round(time * form.rate);
  const parts = cut.parts.map(({ from, to: end }, index): FramesOfPart => ({
    from: frames(from),
    to: frames(end),
    correlation: cut.joins[index - 1]?.correlation ?? 1,
  }));
  const handle = await open(to, "w", 0o600);
  try {
    await handle.write(wavHeader(form, total));
    for (const [index, part] of parts.entries()) {
      await writePart(handle, source, { part, next: parts[index + 1] ?? null, isFirst: index === 0, fade: cut.fade });
    }
    const silent = total - parts.reduce((sum, part) => sum + part.to - part.from, 0);
    await handle.write(Buffer.alloc(silent * form.channels * form.bytes));
  } finally {
    await handle.close();
  }
}

interface Writing {
  readonly part: FramesOfPart;
  readonly next: FramesOfPart | null;
  readonly isFirst: boolean;
  readonly fade: number;
}

async function writePart(handle: FileHandle, source: PcmFile, { part, next, isFirst, fade }: Writing): Promise<void> {
  const { form } = source;
  const [gap, half] = [Math.round(CROSSFADE.before * form.rate), Math.round(CROSSFADE.half * form.rate)];
  // Until the middle of the cross-fade of the next join comes, from the end of the cross-fade of the last one.
  const from = isFirst ? part.from : part.from - gap + half;
  const to = next === null ? part.to : part.to - gap - half;
  for (let at = from; at < to; at += form.rate) {
    const count = Math.min(form.rate, to - at);
    const samples = await source.read(at, count);
    if (isFirst) fadeIn(samples, form, at - part.from, part.from);
    if (next === null) fadeOut(samples, form, part.to - at, fade);
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
