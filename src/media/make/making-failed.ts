import { AudioUnreadable } from "../../audio/audio-unreadable.ts";

/** A file can never be generated from its source. The message is a sentence for people, without paths. */
export class MakingFailed extends Error {
  override readonly name = "MakingFailed";
}

/** Whether the source is at fault: a retry is useless, and people can see the message. */
export function isFaultOfSource(error: unknown): error is MakingFailed | AudioUnreadable {
  return error instanceof MakingFailed || error instanceof AudioUnreadable;
}
