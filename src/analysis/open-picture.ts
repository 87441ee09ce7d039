import type Sharp from "sharp";
import type { Sharp as Picture } from "sharp";
import { messageOf } from "../lib/assert.ts";

/** Twice what an accepted picture can have: dimensions are judged before anything is decoded. */
const PIXELS_MAX = 2 * 4_096 ** 2;

/**
 * libjpeg's complaint about bytes between two restart intervals, after which it goes on where the next one begins: some
 * cameras write them. Noise behind a good header meets another complaint first, that a segment ends too early.
 */
const HARMLESS = /extraneous bytes before marker 0xd[0-7]/;

/**
 * Works on a picture as it is shown, turned as its EXIF says. What is broken in it is an error, for half a picture, or
 * noise, would be analysed as if it were one. `work` may be called twice. Throws what the decoder complains of.
 */
export async function withPicture<Result>(
  sharp: typeof Sharp,
  path: string,
  work: (picture: Picture) => Promise<Result>,
): Promise<Result> {
  const open = (failOn: "warning" | "error"): Picture =>
    sharp(path, { limitInputPixels: PIXELS_MAX, failOn, sequentialRead: true, pages: 1 }).autoOrient();
  try {
    return await work(open("warning"));
  } catch (error) {
    if (!HARMLESS.test(messageOf(error))) throw error;
    return await work(open("error"));
  }
}
