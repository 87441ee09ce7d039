import type Sharp from "sharp";
import { messageOf } from "../lib/assert.ts";
import { withPicture } from "./open-picture.ts";
import type { Pixels } from "./pixels.ts";

/** Enough for every measure; a large JPEG is decoded at an eighth of its size on the way here. */
const SIDE = 256;

const SECONDS_MAX = 20;

/** A picture whose pixels cannot be had; the message is a sentence for the asset's `error`. */
export class PictureUnreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PictureUnreadable";
  }
}

/**
 * Upright, sRGB, of at most 256 pixels a side: the first frame or page, what is transparent laid on white, CMYK, grey and
 * 16 bit converted. Of the metadata only the orientation and the colour profile count.
 * Meant for a child process: the decoders are native code, and the file may be hostile.
 * @throws PictureUnreadable
 */
export async function decodePicture(sharp: typeof Sharp, path: string): Promise<Pixels> {
  await requirePicture(path);
  // No file is seen twice, and a path may be used again for another.
  sharp.cache(false);
  const { data, info } = await withPicture(sharp, path, (picture) =>
    picture
      .timeout({ seconds: SECONDS_MAX })
      .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true }),
  ).catch((error: unknown) => {
    throw new PictureUnreadable(`The picture could not be decoded: ${reasonOf(error)}.`, { cause: error });
  });
  return { data: toRgb(data, info.channels), width: info.width, height: info.height };
}

function toRgb(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  if (channels !== 1) throw new PictureUnreadable(`The picture has ${channels} channels where 3 were expected.`);
  const rgb = new Uint8Array(data.length * 3);
  for (const [place, value] of data.entries()) rgb.fill(value, place * 3, place * 3 + 3);
  return rgb;
}

/** Before any decoder sees it: libvips would gladly read SVG, TIFF or GIF too, which have no business here. */
async function requirePicture(path: string): Promise<void> {
  const head = await Bun.file(path)
    .slice(0, 12)
    .bytes()
    .catch((error: unknown) => {
      throw new PictureUnreadable("The picture could not be read from the disk.", { cause: error });
    });
  const text = String.fromCharCode(...head);
  const isKnown =
    text.startsWith("\u00ff\u00d8\u00ff") ||
    text.startsWith("\u0089PNG\r\n\u001a\n") ||
    (text.startsWith("RIFF") && text.endsWith("WEBP"));
  if (!isKnown) throw new PictureUnreadable("The file is no JPEG, PNG or WebP picture.");
}

/** The decoder's first line, without the path of the server's disk. */
function reasonOf(error: unknown): string {
  const [line = ""] = messageOf(error).split("\n");
  return line
    .replaceAll(/\/\S+\//g, "")
    .replace(/[\s:.]+$/, "")
    .slice(0, 200);
}
