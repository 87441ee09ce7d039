import type { Track } from "./arrange.ts";
import { hertzOf } from "./music/key.ts";
import type { Note, Sheet, Stroke } from "./music/score.ts";
import { type RandomGenerator, seeded } from "./seeded.ts";
import { SAMPLE_RATE } from "./signal/sample-rate.ts";
import { texture } from "./signal/texture.ts";
import { type KitName, pieceOf } from "./timbres/kit.ts";
import { type PresetName, PRESETS } from "./timbres/presets.ts";

/** Renderings of one drum that alternate: identical strokes sound mechanical. */
const VARIANTS = 3;
/** Lengths are rounded to this, so that equal tones are rendered once. */
const LENGTH_STEP_SECONDS = 0.02;
/** Sidechain: how far the level drops at each kick, and the share of a beat until it is back. */
const DUCK = { depth: 0.62, beats: 0.7 } as const;

/** Renders one track in mono, before its gain. */
export function renderTrack(track: Track, sheet: Sheet, songId: string, frames: number): Float32Array {
  const random = seeded(`${songId} ${track.role} ${track.name} sound`);
  const { sound } = track;
  switch (sound.kind) {
    case "texture":
      return texture(sound.texture, frames, random);
    case "strokes":
      return playStrokes(sound.kit, sound.strokes, { sheet, frames, random });
    case "notes": {
      const out = playNotes(sound.preset, sound.notes, { sheet, frames, random });
      const isDucked = (track.role === "pad" || track.role === "bass") && /four/.test(sheet.style.name);
      if (isDucked || /sidechained/.test(sheet.traits)) duck(out, sheet);
      return out;
    }
  }
}

interface Playing {
  readonly sheet: Sheet;
  readonly frames: number;
  readonly random: RandomGenerator;
}

function playNotes(preset: PresetName, notes: readonly Note[], { sheet, frames, random }: Playing): Float32Array {
  const out = new Float32Array(frames);
  const timbre = PRESETS[preset]();
  const tones = new Map<string, Float32Array>();
  for (const { start, seconds, pitch, level } of notes) {
    const steps = Math.max(2, Math.round(seconds / LENGTH_STEP_SECONDS));
    const hardness = level > 0.8 ? 0.2 : level > 0.6 ? 0.1 : 0;
    const name = `${pitch} ${steps} ${hardness}`;
    let tone = tones.get(name);
    if (tone === undefined) {
      const brightness = Math.min(1, sheet.feeling.brightness * 0.85 + hardness);
      tone = timbre({ frequency: hertzOf(pitch), seconds: steps * LENGTH_STEP_SECONDS, brightness, random });
      tones.set(name, tone);
    }
    addAt(out, tone, start, level);
  }
  return out;
}

function playStrokes(kit: KitName, strokes: readonly Stroke[], { sheet, frames, random }: Playing): Float32Array {
  const out = new Float32Array(frames);
  const sounds = new Map<string, readonly Float32Array[]>();
  const tone = { frequency: 0, seconds: 0, brightness: sheet.feeling.brightness, random };
  for (const [at, { piece, start, level }] of strokes.entries()) {
    let variants = sounds.get(piece);
    if (variants === undefined) {
      const timbre = pieceOf(kit, piece);
      variants = Array.from({ length: VARIANTS }, () => timbre(tone));
      sounds.set(piece, variants);
    }
    const sound = variants[at % VARIANTS];
    if (sound !== undefined) addAt(out, sound, start, level);
  }
  return out;
}

function addAt(out: Float32Array, tone: Float32Array, seconds: number, level: number): void {
  const start = Math.round(seconds * SAMPLE_RATE);
  const count = Math.min(tone.length, out.length - start);
  for (let at = 0; at < count; at++) out[start + at] = (out[start + at] ?? 0) + level * (tone[at] ?? 0);
}

/** Lowers the level on every beat (sidechain compression). */
function duck(out: Float32Array, { length }: Sheet): void {
  const beat = length.beatSeconds * SAMPLE_RATE;
  const end = Math.min(out.length, Math.floor(length.bodySeconds * SAMPLE_RATE));
  for (let at = 0; at < end; at++) {
    const since = (at % beat) / beat / DUCK.beats;
    if (since < 1) out[at] = (out[at] ?? 0) * (1 - DUCK.depth * (1 - since) * (1 - since));
  }
}
