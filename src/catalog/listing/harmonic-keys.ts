import { type Mode, MODES } from "../../../schema/song.ts";

const FIFTH = 7;
const MINOR_THIRD = 3;

/**
 * Returns the codes of the keys that sound well before or after a key: the key itself, its relative, and the keys a fifth above
 * and below. They are its neighbours on the circle of fifths, or the Camelot wheel.
 */
export function harmonicKeys({ tonic, mode }: { readonly tonic: number; readonly mode: Mode }): readonly number[] {
  const relative = mode === "major" ? tonic - MINOR_THIRD : tonic + MINOR_THIRD;
  const other: Mode = mode === "major" ? "minor" : "major";
  return [codeOf(tonic, mode), codeOf(relative, other), codeOf(tonic + FIFTH, mode), codeOf(tonic - FIFTH, mode)];
}

function codeOf(tonic: number, mode: Mode): number {
  return ((tonic + 12) % 12) * MODES.length + MODES.indexOf(mode);
}
