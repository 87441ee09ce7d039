import type Sharp from "sharp";
import { messageOf } from "../lib/assert.ts";
import { withPicture } from "./open-picture.ts";
import type { Pixels } from "./pixels.ts";
import { PictureUnreadable } from "./unreadable.ts";

/** Pixels per side, enough for every measurement. A large JPEG is decoded at an eighth of its size first. */
const SIDE = 256;

const SECONDS_MAX = 20;

/**
 * Decodes a picture to upright sRGB of at most 256 pixels per side. Takes the first frame or page, puts transparent
 * pixels on white, and converts CMYK, grey and 16 bit. Of the metadata, only orientation and colour profile are used.
 * Call it in a child process: the decoders are native code, and the file can be hostile.
 * @throws PictureUnreadable
 */
export async function decodePicture(sharp: typeof Sharp, path: string): Promise<Pixels> {
  await requirePicture(path);
  // A cache by path is useless, since no file is decoded twice, and wrong, since a path can later hold another file.
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
  if (channels !== 1) throw new PictureUnreadable(`The picture has ${channels} channels instead of 3.`);
  const rgb = new Uint8Array(data.length * 3);
  for (const [index, value] of data.entries()) rgb.fill(value, index * 3, index * 3 + 3);
  return rgb;
}

/** Checks the first bytes before any decoder runs: libvips would also read SVG, TIFF and GIF. */
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
  if (!isKnown) throw new PictureUnreadable("The file is not a JPEG, PNG or WebP picture.");
}

/** Returns the first line of the decoder's message, without paths of the server. */
function reasonOf(error: unknown): string {
  const [line = ""] = messageOf(error).split("\n");
  return line
    .replaceAll(/\/\S+\//g, "")
    .replace(/[\s:.]+$/, "")
    .slice(0, 200);
}
