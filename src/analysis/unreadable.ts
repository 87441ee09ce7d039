import type { ChildEnd } from "../native/run-child.ts";

/** A picture that cannot be decoded. The message is a sentence for the asset's `error`. */
export class PictureUnreadable extends Error {
  override readonly name = "PictureUnreadable";
}

/** A film that cannot be analysed. The message is a sentence for the asset's `error`; it names no paths or programs. */
export class FilmUnreadable extends Error {
  override readonly name = "FilmUnreadable";
}

/**
 * Throws FilmUnreadable if ffmpeg hung. The exit code is not checked: a damaged film is decoded up to the damage, so callers
 * check the output instead.
 */
export function throwIfHung({ end }: ChildEnd): void {
  if (end === "timed-out") throw new FilmUnreadable("The film took too long to decode.");
}
