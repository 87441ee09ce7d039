import type Sharp from "sharp";
import type { Sharp as Picture } from "sharp";
import { loadSharp } from "../native/load-sharp.ts";
import type { Grey } from "./hashes/grey.ts";
import { pdqHash } from "./hashes/pdq.ts";
import { averageHash, cosineHash, differenceHash } from "./hashes/small-hashes.ts";
import { withPicture } from "./open-picture.ts";
import { lumaAt } from "./pixels.ts";
import type { PerceptualHashes } from "./pool/protocol.ts";

/** Pixels per side. The PDQ reference scales larger pictures to this size first; all hashes use it. */
const SIDE = 512;

/** Returns the perceptual hashes of a picture file, upright. Throws decoder errors. */
export async function hashPicture(sharp: typeof Sharp, path: string): Promise<PerceptualHashes> {
  return await withPicture(sharp, path, hashOf);
}

/** Returns the perceptual hashes of a picture that sharp has opened. */
export async function hashOf(picture: Picture): Promise<PerceptualHashes> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace("srgb")
    .resize(SIDE, SIDE, { fit: "fill", kernel: "lanczos3" })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const values = new Float64Array(SIDE * SIDE);
  const { channels } = info;
  for (let at = 0; at < values.length; at++) {
    values[at] = channels < 3 ? (data[at * channels] ?? 0) : lumaAt(data, at * channels);
  }
  const whole = { width: SIDE, height: SIDE, values };
  const [low, wide, small] = [await shrink(whole, 32, 32), await shrink(whole, 9, 8), await shrink(whole, 8, 8)];
  const { hash, quality } = pdqHash(whole);
  return {
    dct: cosineHash(low, 0),
    dctWithoutMean: cosineHash(low, 1),
    difference: differenceHash(wide),
    average: averageHash(small),
    pdq: hash,
    pdqQuality: quality,
  };
}

async function shrink(grey: Grey, width: number, height: number): Promise<Grey> {
  const sharp = await loadSharp(null);
  const raw = { width: grey.width, height: grey.height, channels: 1 } as const;
  const data = await sharp(Uint8Array.from(grey.values, Math.round), { raw })
    .resize(width, height, { fit: "fill", kernel: "lanczos3" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { width, height, values: Float64Array.from(data) };
}
