/** A picture that cannot be decoded. The message is a sentence for the asset's `error`. */
export class PictureUnreadable extends Error {
  override readonly name = "PictureUnreadable";
}

/** A film that cannot be analysed. The message is a sentence for the asset's `error`; it names no paths or programs. */
export class FilmUnreadable extends Error {
  override readonly name = "FilmUnreadable";
}
