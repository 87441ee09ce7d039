import { arrange } from "../../../src/sound/arrange.ts";
import { lengthOfFile } from "../../../src/sound/music/length.ts";
import { renderParts } from "../../../src/sound/render-song.ts";
import type { SoundSong } from "../../../src/sound/sound-song.ts";

/** A piece that the demonstration's synthesiser renders, with its bars. */
export interface RenderedPiece {
  readonly label: string;
  readonly style: string;
  /** Whether drums or percussion play. */
  readonly hasDrums: boolean;
  readonly beatSeconds: number;
  readonly beatsPerBar: number;
  /** Seconds; the last one is that of the last chord. */
  readonly downbeats: readonly number[];
  readonly seconds: number;
  /** A WAV: 16 bit, stereo, 44.1 kHz. */
  readonly wav: Uint8Array;
}

/** Renders a song of the demonstration catalog as a piece of `seconds`, 10 to 99, which has as many bars as fit. */
export function renderPiece(song: SoundSong, seconds: number): RenderedPiece {
  const [main] = song.audioFiles;
  const file = {
    id: `${song.id}-main`,
    description: `${seconds} second cut`,
    vocals: main?.vocals ?? null,
    stem: false,
  };
  const piece: SoundSong = { ...song, audioFiles: [file] };
  const length = lengthOfFile(piece, file);
  const { sheet, tracks } = arrange(piece, length);
  const bar = length.beatSeconds * length.beatsPerBar;
  return {
    label: `${song.id} ${sheet.style.name}`,
    style: sheet.style.name,
    hasDrums: tracks.some(({ role }) => role === "drums" || role === "percussion"),
    beatSeconds: length.beatSeconds,
    beatsPerBar: length.beatsPerBar,
    downbeats: Array.from({ length: length.bars + 1 }, (_, at) => at * bar),
    seconds,
    wav: renderParts(piece, ["main"]).get("main") ?? new Uint8Array(),
  };
}
