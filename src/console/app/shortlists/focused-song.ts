/** Whether the song with the focus is meant, or the one that plays. */
export interface FocusMeaning {
  /** The song in the player. */
  readonly playing: string | null;
  /** Whether the focus stayed where the person started a song, and the player went on to another one. */
  readonly isLeftBehind: boolean;
}

export const NO_FOCUS_MEANING: FocusMeaning = { playing: null, isLeftBehind: false };

/** Returns the meaning after a song began to play, or after the player was closed. `focused` is the song with the focus. */
export function whenSongPlays(before: FocusMeaning, playing: string | null, focused: string | null): FocusMeaning {
  const isLeft = before.playing !== null && before.playing !== playing && before.playing === focused;
  return { playing, isLeftBehind: playing !== null && (before.isLeftBehind || isLeft) };
}

export function whenFocusMoves({ playing }: FocusMeaning): FocusMeaning {
  return { playing, isLeftBehind: false };
}

/** Returns the song that the person means; null without any. */
export function songMeant({ playing, isLeftBehind }: FocusMeaning, focused: string | null): string | null {
  return isLeftBehind ? playing : (focused ?? playing);
}
