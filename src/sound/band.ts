import { type SoundSong, vocalsOf } from "./sound-song.ts";
import type { Style } from "./music/style.ts";
import { type Instrument, instrumentOf, isDrum } from "./timbres/instrument.ts";
import type { PresetName } from "./timbres/presets.ts";

export type Role =
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
  readonly role: Role;
  readonly preset: PresetName | null;
  /** dB, RMS while it plays. */
  readonly level: number;
  /** -1 left to 1 right. */
  readonly pan: number;
}

export interface Band {
  readonly players: readonly Player[];
  readonly hasBass: boolean;
  /** Whether somebody has the melody. */
  readonly hasLead: boolean;
}

/** How loud each is beside the others, in dB (RMS while it plays): who sings is in front, then melody, drums and bass. */
const LEVELS: Readonly<Record<Role, number>> = {
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
const CENTRED: ReadonlySet<Role> = new Set(["drums", "bass", "voice", "pad", "choir", "texture"]);
const PLAYERS_MAX = 9;

interface Seat {
  readonly name: string;
  readonly role: Role;
  readonly preset: PresetName | null;
}

/**
 * Who plays: the instruments of the tags, a singer where the catalog says that somebody sings, those that a stem is
 * named for, and of what is not said only what the style cannot do without.
 */
export function gatherBand(song: SoundSong, style: Style): Band {
  const seats: Seat[] = [];
  const has = (role: Role): boolean => seats.some((seat) => seat.role === role);
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

/** Tags first, then the stems that no tag stands for: "Drums" are there already where one tag is a drum machine. */
function namedInstruments(song: SoundSong): { readonly name: string; readonly instrument: Instrument }[] {
  const stems = song.audioFiles.filter((file) => file.stem).map((file) => file.description);
  let drums = song.tags.instrument.filter(isDrum).length;
  const more = stems.filter((name) => !isDrum(name) || drums-- <= 0);
  return [...song.tags.instrument, ...more].flatMap((name) => {
    const instrument = instrumentOf(name);
    return instrument === null ? [] : [{ name, instrument }];
  });
}

function roleFor(instrument: Instrument, has: (role: Role) => boolean, isSung: boolean): Role | null {
  switch (instrument.duty) {
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
      return instrument.duty;
  }
}

/** One player for a sound, and one bass; a second stick on the same drum adds nothing. */
function isSeated(seats: readonly Seat[], role: Role, { preset }: Instrument): boolean {
  if (role === "bass" || role === "choir" || role === "texture") return seats.some((seat) => seat.role === role);
  if (role === "percussion") return seats.filter((seat) => seat.role === role).length >= 2;
  return preset !== null && seats.some((seat) => seat.preset === preset);
}

function seatedAt({ name, role, preset }: Seat, at: number): Player {
  const pan = CENTRED.has(role) ? 0 : (at % 2 === 0 ? 1 : -1) * (0.2 + 0.12 * (at % 3));
  return { name, role, preset, level: LEVELS[role], pan };
}
