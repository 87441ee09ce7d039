/** How a person wants to hear a stem. */
export interface StemSwitches {
  readonly isMuted: boolean;
  readonly isSolo: boolean;
}

export const OPEN_STEM: StemSwitches = { isMuted: false, isSolo: false };

/** Returns which stems sound: the soloed ones, or all if none is soloed. A muted stem never sounds. */
export function audibleStems(switches: readonly StemSwitches[]): readonly boolean[] {
  const hasSolo = switches.some(({ isSolo, isMuted }) => isSolo && !isMuted);
  return switches.map(({ isMuted, isSolo }) => !isMuted && (isSolo || !hasSolo));
}

/** A stem that is this far from the song jumps. */
const JUMP_SECONDS = 0.12;
/** Below this, two sounds are heard as one. */
const IN_SYNC_SECONDS = 0.008;
/** A change of pitch by 2 % for a moment is hardly heard. */
const RATE_CHANGE_MAX = 0.02;

/** What brings a stem to the position of the song. */
export type StemCorrection =
  | { readonly kind: "jump"; readonly seconds: number }
  | { readonly kind: "rate"; readonly rate: number };

export function stemCorrection(seconds: number, wanted: number): StemCorrection {
  const behind = wanted - seconds;
  if (Math.abs(behind) > JUMP_SECONDS) return { kind: "jump", seconds: wanted };
  if (Math.abs(behind) < IN_SYNC_SECONDS) return { kind: "rate", rate: 1 };
  return { kind: "rate", rate: behind > 0 ? 1 + RATE_CHANGE_MAX : 1 - RATE_CHANGE_MAX };
}
