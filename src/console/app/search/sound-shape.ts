import { waveformShape } from "../player/waveform-shape.ts";

/** Pairs of a waveform. */
export const SHAPE_PAIRS = 400;
/** Enough for an outline, and an eighth of the memory of the sound itself. */
const SAMPLE_RATE = 8_000;
/** Browsers decode a file as a whole: 15 minutes need some 300 MB for a moment. */
const DRAWN_SECONDS_MAX = 15 * 60;
const DRAWN_BYTES_MAX = 200_000_000;

/** Returns the length of a sound or film in seconds. Rejects if the browser cannot read it. */
export async function soundLength(preview: string): Promise<number> {
  const element = document.createElement("video");
  element.preload = "metadata";
  await new Promise<void>((resolve, reject) => {
    element.addEventListener("loadedmetadata", () => resolve());
    element.addEventListener("error", () => reject(new Error("The browser cannot read this sound.")));
    element.src = preview;
  });
  const { duration } = element;
  element.removeAttribute("src");
  element.load();
  return duration;
}

/** Returns the outline of a sound as the path of an SVG that is SHAPE_PAIRS wide. Empty for a long one, and one that the browser cannot decode. */
export async function soundShape(file: Blob, seconds: number): Promise<string> {
  if (seconds > DRAWN_SECONDS_MAX || file.size > DRAWN_BYTES_MAX) return "";
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return waveformShape(pairsOf(sound.getChannelData(0)));
  } catch {
    return "";
  }
}

/** The lowest and the highest sample of each part, from -128 to 127. */
function pairsOf(samples: Float32Array): readonly number[] {
  const perPair = samples.length / SHAPE_PAIRS;
  return Array.from({ length: SHAPE_PAIRS }, (_, pair) => {
    let [low, high] = [0, 0];
    for (let at = Math.floor(pair * perPair); at < Math.floor((pair + 1) * perPair); at += 1) {
      const sample = samples[at] ?? 0;
      if (sample < low) low = sample;
      if (sample > high) high = sample;
    }
    return [low * 128, high * 127];
  }).flat();
}
