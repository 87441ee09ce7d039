import { type Arrangement, arrange, type Track } from "./arrange.ts";
import { type Length, lengthOfFile } from "./music/length.ts";
import { renderTrack } from "./render-track.ts";
import { isSwelling } from "./music/form.ts";
import { commonGain, GAIN_BLOCK_FRAMES, swellGain } from "./signal/common-gain.ts";
import { addReverb } from "./signal/reverb.ts";
import { playedRms } from "./signal/loudness.ts";
import { framesOf } from "./signal/sample-rate.ts";
import { addStereo, applyGain, peakOf, silence, type Stereo } from "./signal/stereo.ts";
import { wavOf } from "./signal/wav.ts";
import { partOf, type SoundFile, type SoundSong } from "./sound-song.ts";
import { tracksOfFile } from "./tracks-of-file.ts";

/** -1 dBFS. A version without some tracks can have higher peaks than the full mix. */
const PEAK_MAX = 0.8912;
/** Lower bound for the RMS when a track is scaled, so that a nearly silent track is not amplified much. */
const RMS_MIN = 0.01;

/**
 * Renders parts of a song as WAV files. The same song and part give the same bytes, whichever other parts are rendered, on
 * every machine with the same version of Bun, whose sine function it uses.
 */
export function renderParts(song: SoundSong, parts: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const rendered = new Map<string, Uint8Array>();
  for (const [length, files] of byLength(song, parts)) {
    const take = new Take(song, length);
    for (const file of files) rendered.set(partOf(song, file) ?? "", wavOf(take.mixOf(file)));
  }
  return rendered;
}

/** Groups files by length: each cut-down is a separate piece, all others are the same piece. */
function byLength(song: SoundSong, parts: readonly string[]): readonly [Length, readonly SoundFile[]][] {
  const takes = new Map<number, [Length, SoundFile[]]>();
  for (const file of song.audioFiles) {
    const part = partOf(song, file);
    if (part === null || !parts.includes(part)) continue;
    const length = lengthOfFile(song, file);
    const key = length.seconds * 1_000 + length.bars;
    const take = takes.get(key) ?? [length, []];
    take[1].push(file);
    takes.set(key, take);
  }
  return [...takes.values()];
}

/** One performance of a song at one length. */
class Take {
  readonly #song: SoundSong;
  readonly #arrangement: Arrangement;
  /** Tracks that occur in the same files are mixed once, as a group. Each file is the sum of its groups. */
  readonly #groups: readonly { readonly tracks: readonly Track[]; readonly sound: Stereo }[];

  constructor(song: SoundSong, length: Length) {
    this.#song = song;
    this.#arrangement = arrange(song, length);
    const frames = framesOf(length.seconds);
    this.#groups = groupsOf(song, this.#arrangement.tracks).map((tracks) => ({
      tracks,
      sound: mixTracks(tracks, this.#arrangement, song.id, frames),
    }));
    if (isSwelling(this.#arrangement.sheet.traits)) {
      const swell = swellGain(frames);
      for (const { sound } of this.#groups) applyGain(sound, swell, GAIN_BLOCK_FRAMES);
    }
    const mix = this.#sum(() => true, frames);
    const gains = commonGain(mix, /fades in/.test(this.#arrangement.sheet.traits));
    for (const { sound } of this.#groups) applyGain(sound, gains, GAIN_BLOCK_FRAMES);
  }

  mixOf(file: SoundFile): Stereo {
    const tracks = new Set(tracksOfFile(this.#song, file, this.#arrangement.tracks));
    const mix = this.#sum((track) => tracks.has(track), framesOf(this.#arrangement.sheet.length.seconds));
    const peak = peakOf(mix);
    if (peak > PEAK_MAX)
      applyGain(
        mix,
        new Float32Array(Math.ceil(mix.left.length / GAIN_BLOCK_FRAMES) + 1).fill(PEAK_MAX / peak),
        GAIN_BLOCK_FRAMES,
      );
    return mix;
  }

  #sum(isWanted: (track: Track) => boolean, frames: number): Stereo {
    const mix = silence(frames);
    for (const { tracks, sound } of this.#groups) {
      const [first] = tracks;
      if (first !== undefined && isWanted(first)) addStereo(mix, sound);
    }
    return mix;
  }
}

function groupsOf(song: SoundSong, tracks: readonly Track[]): readonly (readonly Track[])[] {
  const groups = new Map<string, Track[]>();
  const members = song.audioFiles.map((file) => new Set(tracksOfFile(song, file, tracks)));
  for (const track of tracks) {
    const key = members.map((set) => (set.has(track) ? "1" : "0")).join("");
    const group = groups.get(key) ?? [];
    group.push(track);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function mixTracks(tracks: readonly Track[], { sheet }: Arrangement, songId: string, frames: number): Stereo {
  const mix = silence(frames);
  const send = new Float32Array(frames);
  for (const track of tracks) {
    const mono = renderTrack(track, sheet, songId, frames);
    const angle = ((track.pan + 1) * Math.PI) / 4;
    const gain = 10 ** (track.level / 20) / Math.max(playedRms(mono), RMS_MIN);
    const left = gain * Math.cos(angle);
    const right = gain * Math.sin(angle);
    const wet = gain * track.send * 0.3;
    for (let at = 0; at < frames; at++) {
      const value = mono[at] ?? 0;
      mix.left[at] = (mix.left[at] ?? 0) + value * left;
      mix.right[at] = (mix.right[at] ?? 0) + value * right;
      send[at] = (send[at] ?? 0) + value * wet;
    }
  }
  addReverb(mix, send, 0.7 + 2.6 * sheet.feeling.room);
  return mix;
}
