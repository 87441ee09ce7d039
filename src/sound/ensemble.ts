import { type SoundSong, vocalsOf } from "./sound-song.ts";
import type { Style } from "./music/style.ts";
import { type Instrument, instrumentOf, isDrum } from "./timbres/instrument.ts";
import type { PresetName } from "./timbres/presets.ts";

export type PlayerRole =
  | "drums"
  | "percussion"
  | "bass"
  | "chords"
  | "pad"
  | "lead"
  | "voice"
  | "choir"
  | "counter"
  | "texture";

export interface Player {
  readonly name: string;
  readonly role: PlayerRole;
  readonly preset: PresetName | null;
  /** RMS while it plays, in dB. */
  readonly level: number;
  /** -1 left to 1 right. */
  readonly pan: number;
}

export interface Ensemble {
  readonly players: readonly Player[];
  readonly hasBass: boolean;
  /** Whether a player has the melody. */
  readonly hasLead: boolean;
}

/** RMS while it plays, in dB. The singer is in front, then melody, drums and bass. */
const LEVELS: Readonly<Record<PlayerRole, number>> = {
  drums: -18,
  percussion: -25,
  bass: -17.5,
  chords: -20.5,
  pad: -24,
  lead: -19.5,
  voice: -18,
  choir: -24,
  counter: -24,
  texture: -40,
};
const CENTRED: ReadonlySet<PlayerRole> = new Set(["drums", "bass", "voice", "pad", "choir", "texture"]);
const PLAYERS_MAX = 9;

interface Seat {
  readonly name: string;
  readonly role: PlayerRole;
  readonly preset: PresetName | null;
}

/**
 * Selects the players: the instruments of the tags, a singer if the catalog lists a lead voice, instruments that stems are
 * named after, and otherwise only what the style needs.
 */
export function gatherEnsemble(song: SoundSong, style: Style): Ensemble {
  const seats: Seat[] = [];
  const has = (role: PlayerRole): boolean => seats.some((seat) => seat.role === role);
  const vocals = vocalsOf(song);
  if (vocals === "lead") seats.push({ name: "voice", role: "voice", preset: leadVoiceOf(song) });
  if (vocals !== "none" && wantsChoir(song)) seats.push({ name: "choir", role: "choir", preset: "choir" });
  for (const { name, instrument } of namedInstruments(song)) {
    const role = roleFor(instrument, has, vocals !== "none");
    if (role !== null && !isSeated(seats, role, instrument)) seats.push({ name, role, preset: instrument.preset });
  }
  if (style.impliesDrums && song.energy !== "very_low" && !has("drums") && !has("percussion")) {
    seats.push({ name: "drums", role: "drums", preset: null });
  }
  if (!has("chords") && !has("pad")) {
    const preset = style.name === "four" || style.name === "trap" || style.name === "pulse" ? "pad" : "softpad";
    seats.push({ name: "pad", role: "pad", preset });
  }
  const players = seats.slice(0, PLAYERS_MAX).map((seat, at) => seatedAt(seat, at));
  return { players, hasBass: has("bass"), hasLead: has("lead") || has("voice") };
}

function leadVoiceOf(song: SoundSong): PresetName {
  const words = song.tags.instrument.join(" | ");
  return /soprano/.test(words) ? "soprano" : /throat/.test(words) ? "throat" : "voice";
}

function wantsChoir(song: SoundSong): boolean {
  const words = [
    ...song.tags.instrument,
    ...song.tags.characteristic,
    ...song.audioFiles.map((file) => file.description),
  ];
  return vocalsOf(song) === "background" || words.some((word) => /choir|harmonies|group chant|backing/i.test(word));
}

/** Tags first, then stems that no tag covers: a tag for a drum machine covers a stem named "Drums". */
function namedInstruments(song: SoundSong): { readonly name: string; readonly instrument: Instrument }[] {
  const stems = song.audioFiles.filter((file) => file.stem).map((file) => file.description);
  let drums = song.tags.instrument.filter(isDrum).length;
  const more = stems.filter((name) => !isDrum(name) || drums-- <= 0);
  return [...song.tags.instrument, ...more].flatMap((name) => {
    const instrument = instrumentOf(name);
    return instrument === null ? [] : [{ name, instrument }];
  });
}

function roleFor(instrument: Instrument, has: (role: PlayerRole) => boolean, isSung: boolean): PlayerRole | null {
  switch (instrument.role) {
    case "voice":
      return null;
    case "choir":
      return isSung ? "choir" : null;
    case "drums":
      return has("drums") ? "percussion" : "drums";
    case "chords":
      return has("chords") ? (has("lead") || has("voice") ? "counter" : "lead") : "chords";
    case "lead":
      return has("lead") || has("voice") ? "counter" : "lead";
    case "bass":
    case "pad":
    case "texture":
      return instrument.role;
  }
}

/** Whether the ensemble already has such a player: one for each sound, one bass, at most two percussionists. */
function isSeated(seats: readonly Seat[], role: PlayerRole, { preset }: Instrument): boolean {
  if (role === "bass" || role === "choir" || role === "texture") return seats.some((seat) => seat.role === role);
  if (role === "percussion") return seats.filter((seat) => seat.role === role).length >= 2;
  return preset !== null && seats.some((seat) => seat.preset === preset);
}

function seatedAt({ name, role, preset }: Seat, at: number): Player {
  const pan = CENTRED.has(role) ? 0 : (at % 2 === 0 ? 1 : -1) * (0.2 + 0.12 * (at % 3));
  return { name, role, preset, level: LEVELS[role], pan };
}
