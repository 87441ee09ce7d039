import type { Track } from "./arrange.ts";
import type { SoundFile, SoundSong } from "./sound-song.ts";
import { instrumentOf } from "./timbres/instrument.ts";
import type { PresetName } from "./timbres/presets.ts";

/** An underscore with fewer tracks keeps its melody. */
const TRACKS_LEFT_MIN = 2;
const FAMILIES: readonly (readonly PresetName[])[] = [
  ["piano", "felt", "rhodes", "clav", "organ", "pipeorgan", "harpsichord", "accordion"],
  ["acoustic", "nylon", "electric", "fuzz", "muted", "banjo", "mandolin", "lute", "sitar", "harp"],
  ["strings", "violin", "cello", "pizzicato"],
  ["brass", "trumpet", "mute", "lowbrass", "tuba"],
  ["analog", "lead", "pad", "softpad", "square", "acid", "growl", "drone", "glass"],
  ["flute", "whistle", "clarinet", "oboe", "sax", "harmonica", "pipes"],
  ["vibes", "marimba", "bell", "musicbox", "gong", "steel"],
];

/** The tracks in a version or stem of a song. */
export function tracksOfFile(song: SoundSong, file: SoundFile, tracks: readonly Track[]): readonly Track[] {
  if (file.stem) {
    const stems = song.audioFiles.filter((one) => one.stem);
    return [...tracksOfStems(tracks, stems)].find(([stem]) => stem.id === file.id)?.[1] ?? [];
  }
  if (file.vocals === "lead") return tracks;
  const unsung = tracks.filter(({ role }) => role !== "voice" && (role !== "choir" || file.vocals === "background"));
  if (!/underscore/i.test(file.description)) return unsung;
  const plain = unsung.filter(({ role }) => role !== "lead");
  return plain.length >= TRACKS_LEFT_MIN ? plain : unsung;
}

/**
 * Assigns tracks to stems. Every track is in exactly one stem, so that the stems add up to the mix. Each stem gets a track
 * first; the other tracks go where they fit best.
 */
function tracksOfStems(
  tracks: readonly Track[],
  stems: readonly SoundFile[],
): ReadonlyMap<SoundFile, readonly Track[]> {
  const held = new Map(stems.map((stem) => [stem, new Array<Track>()]));
  const left = new Set(tracks);
  for (const isSure of [true, false]) {
    for (const [stem, mine] of held) {
      if (mine.length > 0) continue;
      const track = best([...left], (one) => fit(one, stem));
      if (track === null || (isSure && fit(track, stem) < 2)) continue;
      mine.push(track);
      left.delete(track);
    }
  }
  for (const track of left) {
    const stem = best(stems, (one) => fit(track, one));
    if (stem !== null) held.get(stem)?.push(track);
  }
  return held;
}

/** How well a track fits a stem: 5 for the same instrument, 0 for no relation, less for a voice in another stem. */
function fit(track: Track, stem: SoundFile): number {
  const isVocal = /voc|choir/i.test(stem.description);
  const isVoice = track.role === "voice" || track.role === "choir";
  if (isVoice || isVocal) return isVoice && isVocal ? 5 : -1;
  if (track.name.toLowerCase() === stem.description.toLowerCase()) return 5;
  const meant = instrumentOf(stem.description);
  const isDrum = track.role === "drums" || track.role === "percussion";
  if (isDrum || meant?.role === "drums") {
    if (!isDrum || meant?.role !== "drums") return -0.5;
    return /percussion/i.test(stem.description) === (track.role === "percussion") ? 4 : 3;
  }
  if ((track.role === "bass") !== (meant?.role === "bass")) return 0;
  if (track.role === "bass") return 4;
  const preset = track.sound.kind === "notes" ? track.sound.preset : null;
  if (preset !== null && preset === meant?.preset) return 4;
  const isKin = FAMILIES.some(
    (family) => preset !== null && family.includes(preset) && family.some((one) => one === meant?.preset),
  );
  if (isKin) return 3;
  return track.role === meant?.role ? 2 : 1;
}

function best<Item>(items: readonly Item[], scoreOf: (item: Item) => number): Item | null {
  let found: Item | null = null;
  for (const item of items) if (found === null || scoreOf(item) > scoreOf(found)) found = item;
  return found;
}
