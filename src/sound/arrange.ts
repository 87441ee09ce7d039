import { seeded } from "./seeded.ts";
import { EXTRAS } from "./music/drum-patterns.ts";
import { feelingOf } from "./music/feeling.ts";
import { intensities } from "./music/form.ts";
import { harmonise } from "./music/harmony.ts";
import { keyOf } from "./music/key.ts";
import type { Length } from "./music/length.ts";
import type { Note, Sheet, Stroke } from "./music/score.ts";
import { styleOf } from "./music/style.ts";
import { writeBass } from "./music/write-bass.ts";
import { writeChoir } from "./music/write-choir.ts";
import { writeChords } from "./music/write-chords.ts";
import { writeBeat, writeKit } from "./music/write-drums.ts";
import { writeLead } from "./music/write-lead.ts";
import { writePad } from "./music/write-pad.ts";
import { type Ensemble, type Player, gatherEnsemble } from "./ensemble.ts";
import type { SoundSong } from "./sound-song.ts";
import type { KitName } from "./timbres/kit.ts";
import type { PresetName } from "./timbres/presets.ts";

/** The music of one player. */
export interface Track {
  /** The instrument, as the catalog names it. */
  readonly name: string;
  readonly role: Player["role"];
  readonly sound: TrackSound;
  /** RMS while it plays, in dB relative to the other tracks, before the common gain. */
  readonly level: number;
  /** -1 left to 1 right. */
  readonly pan: number;
  /** Share sent to the reverb. */
  readonly send: number;
}

export type TrackSound =
  | { readonly kind: "notes"; readonly preset: PresetName; readonly notes: readonly Note[] }
  | { readonly kind: "strokes"; readonly kit: KitName; readonly strokes: readonly Stroke[] }
  | { readonly kind: "texture"; readonly texture: "crackle" | "air" };

export interface Arrangement {
  readonly sheet: Sheet;
  readonly tracks: readonly Track[];
}

/** Centre of a melody instrument's range as a MIDI number; 70 for all others. */
const CENTRES: Partial<Record<PresetName, number>> = {
  lowbrass: 53,
  cello: 55,
  sax: 63,
  brass: 62,
  clarinet: 66,
  throat: 48,
  voice: 64,
  soprano: 74,
  bell: 82,
  musicbox: 82,
  whistle: 80,
  electric: 62,
  pipes: 66,
  gong: 58,
};

/** Writes the piece: the players and their notes. The same song and length give the same piece. */
export function arrange(song: SoundSong, length: Length): Arrangement {
  const style = styleOf(song);
  const feeling = feelingOf(song);
  const key = keyOf(song);
  const traits = song.tags.characteristic.join(" | ").toLowerCase();
  const sheet: Sheet = {
    length,
    key,
    style,
    feeling,
    chords: harmonise(key, feeling, length, seeded(`${song.id} harmony`)),
    intensity: intensities(length, traits, feeling.density),
    traits,
  };
  const ensemble = gatherEnsemble(song, style);
  return { sheet, tracks: ensemble.players.map((player) => trackOf(song, sheet, ensemble, player)) };
}

function trackOf(song: SoundSong, sheet: Sheet, ensemble: Ensemble, player: Player): Track {
  const { role, name } = player;
  return {
    name,
    role,
    sound: soundOf(song, sheet, ensemble, player),
    level: player.level,
    pan: player.pan,
    send: sendOf(sheet, player),
  };
}

function sendOf({ feeling }: Sheet, { role }: Player): number {
  const share = {
    drums: 0.35,
    percussion: 0.5,
    bass: 0.08,
    chords: 0.7,
    pad: 1,
    lead: 0.9,
    voice: 0.9,
    choir: 1.2,
    counter: 1,
    texture: 0.3,
  };
  return feeling.room * share[role] * 0.75;
}

function soundOf(song: SoundSong, sheet: Sheet, ensemble: Ensemble, player: Player): TrackSound {
  const random = seeded(`${song.id} ${player.role} ${player.name}`);
  const { bars } = sheet.length;
  const from = bars >= 8 ? Math.floor(bars / 4) : bars >= 4 ? 1 : 0;
  const preset = player.preset ?? "softpad";
  const notes = (music: readonly Note[]): TrackSound => ({ kind: "notes", preset, notes: music });
  const centre = CENTRES[preset] ?? 70;
  switch (player.role) {
    case "drums":
      return { kind: "strokes", kit: sheet.style.kit, strokes: writeKit(sheet, random) };
    case "percussion": {
      const beat = EXTRAS.find(([words]) => words.test(player.name.toLowerCase()))?.[1] ?? { hand: "..x.x..x..x.x.x." };
      return {
        kind: "strokes",
        kit: sheet.style.kit === "epic" ? "epic" : "hands",
        strokes: writeBeat(sheet, beat, random),
      };
    }
    case "bass":
      return notes(writeBass(sheet, random));
    case "chords":
      return notes(writeChords(sheet, random, ensemble.hasBass ? 60 : 55));
    case "pad":
      return notes(writePad(sheet, random, preset === "drone" ? 45 : 62));
    case "choir":
      return notes(writeChoir(sheet, ensemble.hasLead ? Math.floor(bars / 2) : 0, random));
    case "voice":
      return notes(writeLead(sheet, { centre, busy: 0.2 + 0.5 * sheet.feeling.density, from }, random));
    case "lead":
      return notes(writeLead(sheet, { centre, busy: sheet.feeling.density, from }, random));
    case "counter":
      return notes(
        writeLead(sheet, { centre: centre + 2, busy: sheet.feeling.density * 0.6, from, isAnswer: bars > 3 }, random),
      );
    case "texture":
      return { kind: "texture", texture: /crackle|tape|turntable|scratch|radio/.test(player.name) ? "crackle" : "air" };
  }
}
