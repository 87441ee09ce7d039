import { AudioUnreadable } from "../../audio/audio-unreadable.ts";

/** A file cannot be made of its source, whenever it is tried. The message is a sentence for people, without paths. */
export class MakingFailed extends Error {
  override readonly name = "MakingFailed";
}

/** Whether the source is at fault, so that trying again is no use; its message may be shown. */
export function isFaultOfSource(error: unknown): error is MakingFailed | AudioUnreadable {
  return error instanceof MakingFailed || error instanceof AudioUnreadable;
}
