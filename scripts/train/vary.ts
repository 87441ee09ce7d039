import { lumaAt, type Pixels, resize } from "../../src/analysis/pixels.ts";
import type { Random } from "../lib/random.ts";

interface Change {
  readonly grey?: boolean;
  /** Strength of changes to white balance and exposure, about 0.25. */
  readonly shift?: number;
  /** Minimum share of each side that is kept. */
  readonly crop?: number;
  /** Blurs by scaling down. */
  readonly soften?: boolean;
}

/**
 * The original, and variants as other cameras would take it. Each source of training pictures has its own look (grey, small,
 * greenish). Without variants, a head learns to recognise the source, and grey becomes "city".
 */
const CHANGES: readonly Change[] = [
  {},
  { grey: true, shift: 0.12 },
  { shift: 0.3, soften: true },
  { crop: 0.6, shift: 0.2, soften: true },
];

export const VARIANTS = CHANGES.length;

/** Returns the variants of a picture. Mirroring is not needed: the features of a mirror image are the same. */
export function vary(pixels: Pixels, random: Random): Pixels[] {
  return CHANGES.map((change) => apply(pixels, change, random));
}

function apply(pixels: Pixels, change: Change, random: Random): Pixels {
  let changed = pixels;
  if (change.crop !== undefined) changed = cropped(changed, change.crop, random);
  if (change.soften === true) changed = softened(changed, random);
  if (change.grey === true) changed = greyed(changed);
  if (change.shift !== undefined) changed = shifted(changed, change.shift, change.grey === true, random);
  return changed;
}

function cropped({ data, width, height }: Pixels, least: number, random: Random): Pixels {
  const across = Math.max(1, Math.round(width * (least + (1 - least) * random())));
  const down = Math.max(1, Math.round(height * (least + (1 - least) * random())));
  const left = Math.floor((width - across) * random());
  const top = Math.floor((height - down) * random());
  const kept = new Uint8Array(across * down * 3);
  for (let row = 0; row < down; row++) {
    const from = ((top + row) * width + left) * 3;
    kept.set(data.subarray(from, from + across * 3), row * across * 3);
  }
  return { data: kept, width: across, height: down };
}

function softened(pixels: Pixels, random: Random): Pixels {
  const side = Math.round(80 + 80 * random());
  return resize(pixels, Math.min(side, pixels.width), Math.min(side, pixels.height));
}

function greyed({ data, width, height }: Pixels): Pixels {
  const grey = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 3) {
    const value = Math.round(lumaAt(data, at));
    grey.fill(value, at, at + 3);
  }
  return { data: grey, width, height };
}

/** Changes white balance, exposure, gamma and saturation. */
function shifted({ data, width, height }: Pixels, amount: number, keepsGrey: boolean, random: Random): Pixels {
  const offset = (): number => 2 * random() - 1;
  const exposure = 1 + amount * offset();
  const gamma = Math.exp(1.2 * amount * offset());
  const balance = [offset(), offset(), offset()].map((one) => (keepsGrey ? 1 : 1 + 0.5 * amount * one));
  const saturation = keepsGrey ? 1 : 1 + 1.5 * amount * offset();
  const curves = balance.map((gain) =>
    Float64Array.from({ length: 256 }, (_, value) => 255 * Math.min(1, exposure * gain * (value / 255) ** gamma)),
  );
  const changed = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 3) {
    const colour = curves.map((curve, channel) => curve[data[at + channel] ?? 0] ?? 0);
    const [red = 0, green = 0, blue = 0] = colour;
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    for (const [channel, value] of colour.entries()) {
      changed[at + channel] = Math.min(255, Math.max(0, Math.round(grey + saturation * (value - grey))));
    }
  }
  return { data: changed, width, height };
}
