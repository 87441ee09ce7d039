import { rm } from "node:fs/promises";
import type { AudioProbe } from "../../audio/probe-audio.ts";
import { alignCut } from "../cut/align-cut.ts";
import { PcmFile, type PcmForm } from "../cut/pcm-file.ts";
import { writeCut } from "../cut/write-cut.ts";
import type { CutTask } from "./make-task.ts";
import { makeMp3 } from "./make-mp3.ts";
import { makeWatermarked, type Marks } from "./make-watermarked.ts";
import { type AudioTools, probeSource, runAudioFfmpeg } from "./run-audio.ts";

/** Half an hour of the widest usual format. A cut is planned from the first quarter of an hour of a recording. */
const PCM_BYTES_MAX = 2 * 1024 ** 3;
/** Decoded beyond the last part, for its alignment. */
const SPARE_SECONDS = 1;

/**
 * Writes a cut of `source` to `to`: decodes what the plan needs to a temporary file, joins its parts to a WAV, and encodes that like
 * any source; or writes the aligned plan as JSON. Throws as `runAudioFfmpeg` does.
 */
export async function makeCut(
  source: string,
  to: string,
  task: CutTask,
  { marks, tools }: { readonly marks: () => Promise<Marks>; readonly tools: AudioTools },
): Promise<void> {
  const pcmForm = pcmFormOf(await probeSource(source, tools));
  const { plan, seconds, form } = task;
  const [decoded, cut] = [`${to}.pcm`, form === "wav" ? to : `${to}.wav`];
  try {
    const until = Math.max(...plan.parts.map((part) => part.to)) + SPARE_SECONDS;
    const format = pcmForm.bytes === 2 ? "s16le" : "s24le";
    const options = ["-map", "0:a:0", "-t", until.toFixed(3), "-c:a", `pcm_${format}`, "-f", format, `file:${decoded}`];
    await runAudioFfmpeg(tools, { source, options, fileBytesMax: PCM_BYTES_MAX });
    await using pcm = await PcmFile.open(decoded, pcmForm);
    if (task.form === "alignment") {
      await Bun.write(to, JSON.stringify(await alignCut(pcm, task.plan, seconds)));
      return;
    }
    await writeCut(pcm, task.plan, seconds, cut);
    if (form === "mp3") await makeMp3(cut, to, tools);
    if (form === "watermarked") await makeWatermarked(cut, to, await marks(), tools);
  } finally {
    await rm(decoded, { force: true });
    if (cut !== to) await rm(cut, { force: true });
  }
}

/** 16 bits, or 24 for sources with more. */
function pcmFormOf({ sampleRate, channels, bits, isFloat }: AudioProbe): PcmForm {
  return { rate: sampleRate, channels, bytes: bits > 16 || isFloat ? 3 : 2 };
}
