import type { Mode } from "../../schema/song.ts";
import {
  CHORDS,
  DEGREES,
  PROGRESSIONS,
  STYLES,
  type StyleName,
  TIMBRES,
  type TimbreName,
} from "./generated-music-plans.ts";

/** A piece with known properties. Null means no beat or no key. */
export interface Piece {
  readonly label: string;
  readonly bpm: number | null;
  readonly tonic: number | null;
  readonly mode: Mode | null;
  /** Mono samples, full scale 1. */
  readonly samples: Float32Array;
}

export type Kind = "band" | "drums" | "melodic" | "pad" | "noise";

export interface PiecePlan {
  readonly seed: number;
  readonly kind: Kind;
  readonly seconds: number;
  readonly style: StyleName;
  readonly timbre: TimbreName;
  readonly tonic: number;
  readonly mode: Mode;
  /** Chosen in the range of the style if absent. */
  readonly bpm?: number;
}

export const PIECE_RATE = 22_050;
const BARS_TO_A_FILL = 4;
const PARTIALS_MAX_HZ = 8_000;

/** Generates a piece; the same plan gives the same piece. Hits are not quantised: they are early or late by up to 12 ms. */
export function generatePiece(plan: PiecePlan): Piece {
  const chance = chances(plan.seed * 2_654_435_761 + 97);
  const style = STYLES[plan.style];
  const bpm = plan.bpm ?? style.slowest + (style.fastest - style.slowest) * chance();
  const samples = new Float32Array(Math.round(plan.seconds * PIECE_RATE));
  const cents = 40 * chance() - 20;
  const jitter = 0.012 * chance();
  const [hasBeat, hasKey] = [
    ["band", "drums", "melodic"].includes(plan.kind),
    ["band", "melodic", "pad"].includes(plan.kind),
  ];
  if (hasBeat && plan.kind !== "melodic") addDrums(samples, plan, bpm, jitter, chance);
  if (hasKey) addHarmony(samples, plan, bpm, { cents, jitter }, chance);
  addNoise(samples, plan.kind === "noise" ? 0.2 : 0.002 * 10 ** (1.3 * chance()), chance);
  limit(samples);
  const label = `${plan.kind} ${plan.style} ${plan.timbre} #${plan.seed}`;
  return {
    label,
    bpm: hasBeat ? bpm : null,
    tonic: hasKey ? plan.tonic : null,
    mode: hasKey ? plan.mode : null,
    samples,
  };
}

/** A linear congruential generator of numbers from 0 to 1. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function addDrums(samples: Float32Array, plan: PiecePlan, bpm: number, jitter: number, chance: () => number): void {
  const style = STYLES[plan.style];
  const seconds = 60 / bpm / style.stepsABeat;
  const kickHz = 45 + 20 * chance();
  const snareHz = 160 + 60 * chance();
  const hatLevel = 0.05 + 0.15 * chance();
  // Some pieces begin without their drums.
  const firstBar = plan.kind === "band" && chance() < 0.3 ? 2 : 0;
  for (let step = firstBar * style.kick.length; step * seconds < plan.seconds; step++) {
    const at = step % style.kick.length;
    const isFill =
      Math.floor(step / style.kick.length) % BARS_TO_A_FILL === BARS_TO_A_FILL - 1 && at >= style.kick.length - 4;
    const swung = step % 2 === 1 ? style.swing * seconds : 0;
    const start = step * seconds + swung + jitter * (2 * chance() - 1);
    const hit = (pattern: string): number =>
      pattern[at] === "x" ? 0.8 + 0.4 * chance() : pattern[at] === "o" ? 0.35 : 0;
    const [kick, snare, hat] = [hit(style.kick), isFill && chance() < 0.6 ? 0.7 : hit(style.snare), hit(style.hat)];
    if (kick > 0)
      addSound(
        samples,
        start,
        0.3,
        (t) => 0.6 * kick * Math.sin(2 * Math.PI * (kickHz * t - (4 * Math.exp(-30 * t)) / 6)) * Math.exp(-14 * t),
      );
    if (snare > 0)
      addSound(
        samples,
        start,
        0.2,
        (t) => 0.35 * snare * (0.5 * Math.sin(2 * Math.PI * snareHz * t) + 2 * chance() - 1) * Math.exp(-24 * t),
      );
    if (hat > 0)
      addSound(
        samples,
        start,
        0.08,
        (t) => hatLevel * hat * (2 * chance() - 1) * Math.exp(-60 * t) * (t % 2e-4 < 1e-4 ? 1 : -1),
      );
  }
}

/** Plays chords, a bass and a melody; for a pad, long overlapping chords that do not start on beats. */
function addHarmony(
  samples: Float32Array,
  plan: PiecePlan,
  bpm: number,
  { cents, jitter }: { readonly cents: number; readonly jitter: number },
  chance: () => number,
): void {
  const style = STYLES[plan.style];
  const step = 60 / bpm / style.stepsABeat;
  const progressions = PROGRESSIONS[plan.mode];
  const progression = progressions[Math.floor(chance() * progressions.length)] ?? [0];
  const scale = DEGREES[plan.mode];
  const pitch = (semitone: number): number => 261.63 * 2 ** ((plan.tonic + semitone) / 12 + cents / 1200);
  const octave = Math.floor(chance() * 2) - 1;
  const level = plan.kind === "band" ? 0.06 : 0.1;
  const play = (start: number, seconds: number, semitone: number, strength: number): void =>
    addNote(
      samples,
      { start: start + jitter * (2 * chance() - 1), seconds, hertz: pitch(semitone), level: strength },
      plan.timbre,
    );
  if (plan.kind === "pad") {
    let index = 0;
    for (let start = 0; start < plan.seconds;) {
      const seconds = 2.5 + 4 * chance();
      const chord = CHORDS[plan.mode][progression[index++ % progression.length] ?? 0] ?? [];
      for (const tone of chord) {
        const from = start - chance();
        const hertz = pitch(tone + 12 * (octave + (chance() < 0.3 ? 1 : 0)));
        addNote(samples, { start: from, seconds: seconds + 2, hertz, level: 0.08, attack: 1 + chance() }, plan.timbre);
      }
      start += seconds;
    }
    return;
  }
  const bar = style.kick.length;
  for (let at = 0; at * step < plan.seconds; at++) {
    const chord = CHORDS[plan.mode][progression[Math.floor(at / bar) % progression.length] ?? 0] ?? [];
    const within = at % bar;
    if (style.comp[within] === "x") {
      for (const tone of chord)
        play(at * step, style.comp.split("x").length > 5 ? 1.8 * step : 4 * step, tone + 12 * octave, level);
    }
    if (style.bass[within] === "x") play(at * step, 2.5 * step, (chord[0] ?? 0) - 24, 1.6 * level);
    if (plan.kind === "melodic" && within % 2 === 0)
      play(at * step, 3 * step, (chord[(within / 2) % chord.length] ?? 0) + 12, level);
    if (chance() < style.tune) {
      // Half of the melody's notes are in the chord, most others in the scale, and a few in neither.
      const among = chance() < 0.5 ? chord : scale;
      const tone = (among[Math.floor(chance() * among.length)] ?? 0) + (chance() < 0.04 ? 1 : 0);
      play(at * step, (1 + 3 * chance()) * step, tone + 12, 1.2 * level);
    }
  }
}

interface Note {
  readonly start: number;
  readonly seconds: number;
  readonly hertz: number;
  readonly level: number;
  /** Seconds. */
  readonly attack?: number;
}

function addNote(samples: Float32Array, note: Note, name: TimbreName): void {
  const timbre = TIMBRES[name];
  const attack = note.attack ?? timbre.attack;
  for (const [index, share] of timbre.partials.entries()) {
    const number = index + 1;
    const hertz = note.hertz * number * Math.sqrt(1 + timbre.inharmonicity * number * number);
    if (share === 0 || hertz > PARTIALS_MAX_HZ) continue;
    const decay = timbre.decay * (1 + 0.3 * index);
    // For each sample, a rotation replaces the sine and a product the exponential. This is several times as fast.
    const angle = (2 * Math.PI * hertz) / PIECE_RATE;
    const [stepSine, stepCosine, fadeStep] = [Math.sin(angle), Math.cos(angle), Math.exp(-decay / PIECE_RATE)];
    let sine = Math.sin(7 * index);
    let cosine = Math.cos(7 * index);
    let fade = note.level * share;
    const from = Math.round(note.start * PIECE_RATE);
    const length = Math.min(Math.round(note.seconds * PIECE_RATE), samples.length - from);
    for (let at = 0; at < length; at++) {
      const nextSine = sine * stepCosine + cosine * stepSine;
      cosine = cosine * stepCosine - sine * stepSine;
      sine = nextSine;
      if (from + at >= 0) {
        const t = at / PIECE_RATE;
        const shape = Math.min(1, t / attack) * Math.min(1, (note.seconds - t) / 0.03);
        samples[from + at] = (samples[from + at] ?? 0) + fade * shape * sine;
      }
      fade *= fadeStep;
    }
  }
}

function addSound(samples: Float32Array, start: number, seconds: number, sampleAt: (t: number) => number): void {
  const from = Math.round(start * PIECE_RATE);
  for (let at = 0; at < seconds * PIECE_RATE; at++) {
    const index = from + at;
    if (index >= 0 && index < samples.length) samples[index] = (samples[index] ?? 0) + sampleAt(at / PIECE_RATE);
  }
}

function addNoise(samples: Float32Array, level: number, chance: () => number): void {
  let low = 0;
  for (let at = 0; at < samples.length; at++) {
    const white = 2 * chance() - 1;
    low = 0.95 * low + 0.05 * white;
    samples[at] = (samples[at] ?? 0) + level * (0.4 * white + 2 * low);
  }
}

function limit(samples: Float32Array): void {
  for (let at = 0; at < samples.length; at++) samples[at] = 0.9 * Math.tanh(samples[at] ?? 0);
}

/** Converts to 16-bit little-endian, as decoders return it. */
export function pcmBytes(samples: Float32Array, channels = 1): Uint8Array {
  const pcm = new Int16Array(samples.length * channels);
  for (let at = 0; at < pcm.length; at++)
    pcm[at] = Math.round(32_767 * Math.max(-1, Math.min(1, samples[Math.floor(at / channels)] ?? 0)));
  return new Uint8Array(pcm.buffer);
}

/** Creates a 16-bit WAV at PIECE_RATE with identical channels. */
export function wavOf(samples: Float32Array, channels = 1): Uint8Array {
  const body = pcmBytes(samples, channels);
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + body.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(PIECE_RATE, 24);
  head.writeUInt32LE(2 * channels * PIECE_RATE, 28);
  head.writeUInt16LE(2 * channels, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(body.length, 40);
  return Buffer.concat([head, body]);
}
