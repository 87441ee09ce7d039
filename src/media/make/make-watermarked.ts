import { rm } from "node:fs/promises";
import { type ImprintOf, writeImprintApart } from "../imprint/imprint-apart.ts";
import { IMPRINT_INPUT, IMPRINT_SCALE } from "../imprint/write-imprint.ts";
import { type Mark, MARK_PERIOD_SECONDS, MARK_RATE, periodOf } from "./mark.ts";
import { type MarkPlan, planMarks } from "./mark-levels.ts";
import { momentaryLoudness } from "./momentary-loudness.ts";
import { MP3_BYTES_MAX, mp3Output, mp3ShapeOf, requireSound } from "./mp3-options.ts";
import { type AudioTools, probeSource, runAudioFfmpeg } from "./run-audio.ts";

/** Faster than for the full MP3: quality matters less under a watermark. */
const QUALITY = 7;
/**
 * A change of level takes effect at the start of the next block of samples. So it is made this long before the mark
 * sounds, in the silence between two repetitions.
 */
const SET_BEFORE_SECONDS = 0.3;
/** Levels for five hours fit into one program argument. A longer file keeps the last level. */
const LEVELS_SET_MAX = 2_000;

/** What is added to the sound: the mark that everybody hears, and the imprint of a recipient, if any. */
export interface Marks {
  readonly mark: Mark;
  readonly imprint?: ImprintOf | null;
}

/**
 * Writes an MP3 of `source`, 320 kbit/s, with the mark repeated over its entire length, to `to`. It measures the loudness
 * first, so that each repetition fits its passage. Throws as `runAudioFfmpeg` and `writeImprintApart` do.
 */
export async function makeWatermarked(
  source: string,
  to: string,
  { mark, imprint = null }: Marks,
  tools: AudioTools,
): Promise<void> {
  const { layout, rate, filter } = mp3ShapeOf(await probeSource(source, tools));
  const plan = planMarks(await momentaryLoudness(source, filter, tools), mark.samples.length / MARK_RATE);
  const form = `aformat=sample_fmts=fltp:sample_rates=${rate}:channel_layouts=${layout}`;
  const added = imprint === null ? "[mark]" : "[mark][imprint]";
  const graph = [
    `[0:a:0]${filter},${form}[music]`,
    `[1:a:0]${markFilters(plan)},${form}[mark]`,
    ...(imprint === null ? [] : [`[2:a:0]${form},volume=${1 / IMPRINT_SCALE}:precision=float[imprint]`]),
    // A mix at full scale has no headroom for the mark: the limiter lowers it while the mark sounds.
    `[music]${added}amix=inputs=${imprint === null ? 2 : 3}:duration=first:normalize=0,alimiter=limit=0.97:level=0:attack=2:release=50:latency=1,${form}[out]`,
  ].join(";");
  const markInput = ["-f", "s16le", "-ar", String(MARK_RATE), "-ac", "1", "-i", "pipe:0"];
  const change = `${to}.imprint`;
  const changeInput = imprint === null ? [] : [...IMPRINT_INPUT, "-i", `file:${change}`];
  const options = [
    ...markInput,
    ...changeInput,
    "-filter_complex_threads",
    "1",
    "-filter_complex",
    graph,
    "-map",
    "[out]",
  ];
  const input = periodOf(mark);
  try {
    if (imprint !== null) await writeImprintApart(source, { ...imprint, filter, to: change }, tools);
    await runAudioFfmpeg(tools, {
      source,
      options: [...options, ...mp3Output(to, QUALITY)],
      input,
      fileBytesMax: MP3_BYTES_MAX,
    });
  } finally {
    await rm(change, { force: true });
  }
  await requireSound(to);
}

function markFilters({ firstAt, gains }: MarkPlan): string {
  const settings = gains.slice(0, LEVELS_SET_MAX).map((gain, index) => {
    const at = Math.max(0, index * MARK_PERIOD_SECONDS - SET_BEFORE_SECONDS);
    return `${at.toFixed(1)} volume volume ${gain.toFixed(4)}`;
  });
  const loop = `aloop=loop=-1:size=${MARK_PERIOD_SECONDS * MARK_RATE}`;
  const level = `asendcmd=c='${settings.join(";")}',volume=${(gains[0] ?? 1).toFixed(4)}:precision=float`;
  // Set before and after the loop, whose size is in samples: at another sample rate, its period would have another
  // length.
  const mono = `aformat=sample_fmts=fltp:sample_rates=${MARK_RATE}:channel_layouts=mono`;
  return `${mono},${loop},${level},${mono},adelay=${Math.round(firstAt * 1000)}:all=1`;
}
