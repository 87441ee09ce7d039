/** A file cannot be made of its source, whenever it is tried. The message is a sentence for people, without paths. */
export class MakingFailed extends Error {
  override readonly name = "MakingFailed";
}
