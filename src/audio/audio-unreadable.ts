/** The audio file cannot be measured or decoded. The message is a sentence for people, without paths or program names. */
export class AudioUnreadable extends Error {
  override readonly name = "AudioUnreadable";
}
