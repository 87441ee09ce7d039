/** A film's own fault, in a sentence for the one who sent it: no paths, no programs. */
export class FilmUnreadable extends Error {
  override readonly name = "FilmUnreadable";
}
