/** An audio file's own fault, in a sentence for people: no paths, no programs. */
export class AudioUnreadable extends Error {
  override readonly name = "AudioUnreadable";
}
