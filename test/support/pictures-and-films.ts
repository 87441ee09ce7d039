import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNativeParts } from "../../src/native/native-parts.ts";

const parts = openNativeParts("/nonexistent");

export interface PictureWish {
  readonly width?: number;
  readonly height?: number;
  readonly format?: "jpeg" | "png" | "webp";
  readonly orientation?: number;
  /** Seed of the drawing. */
  readonly seed?: number;
}

/** Draws a picture with a few rectangles in different colours. */
export async function pictureBytes(wish: PictureWish = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { width = 320, height = 200, format = "jpeg", seed = 1, orientation } = wish;
  const sharp = await parts.loadSharp();
  const shapes = Array.from({ length: 12 }, (_, index) => {
    const chance = (salt: number): number => Math.abs(Math.sin(seed * 91.7 + index * 12.3 + salt * 4.1));
    const colour = [1, 2, 3].map((salt) => Math.round(chance(salt) * 255)).join(",");
    const position = `x="${chance(4) * width}" y="${chance(5) * height}" width="${chance(6) * width}" height="${chance(7) * height}"`;
    return `<rect ${position} fill="rgb(${colour})"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#7a6"/>${shapes.join("")}</svg>`;
  const image = sharp(Buffer.from(drawing)).flatten();
  const oriented = orientation === undefined ? image : image.withMetadata({ orientation });
  return Uint8Array.from(await oriented.toFormat(format).toBuffer());
}

/** Creates a picture of one colour, which is fast even for large sizes. */
export async function flatPicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await parts.loadSharp();
  const create = { width, height, channels: 3, background: "#336699" } as const;
  return Uint8Array.from(await sharp({ create }).png().toBuffer());
}

export interface FilmWish {
  readonly seconds?: number;
  readonly container?: "mp4" | "mov" | "webm" | "matroska";
  /** The ffmpeg source of the frames. */
  readonly source?: string;
  readonly hasPicture?: boolean;
  /** The encoder of the frames; x264 or VP8 without one. */
  readonly encoder?: string;
}

/** Creates a film of a test pattern with our ffmpeg. */
export async function filmBytes(wish: FilmWish = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { seconds = 1, container = "mp4", source = "testsrc=s=160x96:r=10", hasPicture = true } = wish;
  const folder = await mkdtemp(join(tmpdir(), "needledrop-film-"));
  const path = join(folder, "film");
  const isWebm = container === "webm" || container === "matroska";
  const usual = isWebm ? ["-c:v", "libvpx", "-deadline", "realtime"] : ["-c:v", "libx264", "-preset", "ultrafast"];
  const picture = wish.encoder === undefined ? usual : ["-c:v", wish.encoder];
  const input = hasPicture ? source : "sine=frequency=440";
  const codec = hasPicture ? [...picture, "-pix_fmt", "yuv420p"] : ["-c:a", isWebm ? "libopus" : "aac"];
  try {
    const reading = ["-v", "error", "-f", "lavfi", "-i", input, "-t", String(seconds)];
    const child = Bun.spawnSync([await parts.ffmpegPath(), ...reading, ...codec, "-f", container, path]);
    if (child.exitCode !== 0) throw new Error(`ffmpeg wrote no film: ${child.stderr.toString()}`);
    return new Uint8Array(await Bun.file(path).arrayBuffer());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
