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
import { type Band, type Player, gatherBand } from "./band.ts";
import type { SoundSong } from "./sound-song.ts";
import type { KitName } from "./timbres/kit.ts";
import type { PresetName } from "./timbres/presets.ts";

/** One player's music. */
export interface Track {
  /** The instrument as the catalog names it. */
  readonly name: string;
  readonly role: Player["role"];
  readonly sound: TrackSound;
  /** dB (RMS while it plays) beside the other tracks, before the whole is brought to its loudness. */
  readonly level: number;
  /** -1 left to 1 right. */
  readonly pan: number;
  /** Share that goes to the room. */
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

/** Where a melody instrument lies, as MIDI numbers; others sing around 70. */
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

/** Writes the whole piece: who plays, and what. The same song and length give the same piece. */
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
  const band = gatherBand(song, style);
  return { sheet, tracks: band.players.map((player) => trackOf(song, sheet, band, player)) };
}

function trackOf(song: SoundSong, sheet: Sheet, band: Band, player: Player): Track {
  const { role, name } = player;
  return {
    name,
    role,
    sound: soundOf(song, sheet, band, player),
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

function soundOf(song: SoundSong, sheet: Sheet, band: Band, player: Player): TrackSound {
  const chance = seeded(`${song.id} ${player.role} ${player.name}`);
  const { bars } = sheet.length;
  const from = bars >= 8 ? Math.floor(bars / 4) : bars >= 4 ? 1 : 0;
  const preset = player.preset ?? "softpad";
  const notes = (music: readonly Note[]): TrackSound => ({ kind: "notes", preset, notes: music });
  const centre = CENTRES[preset] ?? 70;
  switch (player.role) {
    case "drums":
      return { kind: "strokes", kit: sheet.style.kit, strokes: writeKit(sheet, chance) };
    case "percussion": {
      const beat = EXTRAS.find(([words]) => words.test(player.name.toLowerCase()))?.[1] ?? { hand: "..x.x..x..x.x.x." };
      return {
        kind: "strokes",
        kit: sheet.style.kit === "epic" ? "epic" : "hands",
        strokes: writeBeat(sheet, beat, chance),
      };
    }
    case "bass":
      return notes(writeBass(sheet, chance));
    case "chords":
      return notes(writeChords(sheet, chance, band.hasBass ? 60 : 55));
    case "pad":
      return notes(writePad(sheet, chance, preset === "drone" ? 45 : 62));
    case "choir":
      return notes(writeChoir(sheet, band.hasLead ? Math.floor(bars / 2) : 0, chance));
    case "voice":
      return notes(writeLead(sheet, { centre, busy: 0.2 + 0.5 * sheet.feeling.density, from }, chance));
    case "lead":
      return notes(writeLead(sheet, { centre, busy: sheet.feeling.density, from }, chance));
    case "counter":
      return notes(
        writeLead(sheet, { centre: centre + 2, busy: sheet.feeling.density * 0.6, from, isAnswer: bars > 3 }, chance),
      );
    case "texture":
      return { kind: "texture", texture: /crackle|tape|turntable|scratch|radio/.test(player.name) ? "crackle" : "air" };
  }
}
