import type { Sharp } from "sharp";
import type { PictureAnalysis } from "../../schema/wire/analysis.ts";

const SIDE = 64;
const UNSURE = { value: "unsure", confidence: 0 };

/** The few properties of a picture that its pixels tell without more ado. */
export async function measureLooks(picture: Sharp): Promise<Omit<PictureAnalysis, "kind">> {
  const { data, info } = await picture
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .resize(SIDE, SIDE, { fit: "fill" })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const lights: number[] = [];
  let warmth = 0;
  let saturation = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const red = (data[at] ?? 0) / 255;
    const green = info.channels < 3 ? red : (data[at + 1] ?? 0) / 255;
    const blue = info.channels < 3 ? red : (data[at + 2] ?? 0) / 255;
    lights.push(0.299 * red + 0.587 * green + 0.114 * blue);
    warmth += red - blue;
    saturation += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const sorted = lights.toSorted((a, b) => a - b);
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length;
  const spread = Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length);
  const share = (at: number): number => sorted[Math.floor(at * (sorted.length - 1))] ?? 0;
  return {
    words: [mean < 0.35 ? "dark" : mean > 0.65 ? "bright" : "half-light"],
    time_of_day: UNSURE,
    weather: UNSURE,
    setting: UNSURE,
    scenes: [],
    brightness: mean,
    brightness_spread: share(0.9) - share(0.1),
    contrast: Math.min(1, 2 * spread),
    saturation: saturation / lights.length,
    colourfulness: saturation / lights.length,
    warmth: Math.max(-1, Math.min(1, warmth / lights.length)),
    edge_density: 0,
    texture: 0,
    symmetry: 0,
    skin_share: 0,
    palette: [],
    valence: 0,
    arousal: 0,
    energy: Math.min(1, spread + saturation / lights.length / 2),
  };
}
