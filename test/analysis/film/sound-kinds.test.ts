import { describe, expect, test } from "bun:test";
import type { HeardKind } from "../../../schema/wire/analysis.ts";
import { musicTempoOf } from "../../../src/analysis/film/music-tempo.ts";
import { heardPassages, levelPassages } from "../../../src/analysis/film/passages.ts";
import { SOUND_BLOCK_SECONDS, sharesOf, soundKindsOf } from "../../../src/analysis/film/sound-kinds.ts";
import {
  SOUND_RATE,
  type SoundFrame,
  soundFramer,
  type SoundSpectrum,
} from "../../../src/analysis/film/sound-frames.ts";
import { runChild } from "../../../src/native/run-child.ts";
import { generatePiece, PIECE_RATE } from "../../support/generated-music.ts";
import { planOf } from "../../support/generated-plans.ts";
import { FilmFolder } from "./make-film.ts";
import { syllables } from "./syllables.ts";

const SECONDS = 16;
const films = new FilmFolder();

interface Sound {
  readonly frames: readonly SoundFrame[];
  readonly spectra: readonly SoundSpectrum[];
}

function measured(pcm: Uint8Array): Sound {
  const [frames, spectra]: [SoundFrame[], SoundSpectrum[]] = [[], []];
  soundFramer(
    (frame) => frames.push(frame),
    (spectrum) => spectra.push(spectrum),
  )(pcm);
  return { frames, spectra };
}

function sampled(sampleAt: (at: number) => number, seconds = SECONDS): Sound {
  const pcm = Buffer.alloc(seconds * SOUND_RATE * 2);
  for (let at = 0; at < seconds * SOUND_RATE; at++) {
    pcm.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, sampleAt(at / SOUND_RATE)))), 2 * at);
  }
  return measured(pcm);
}

/** Draws a sound with filters of ffmpeg. */
async function drawn(source: string): Promise<Sound> {
  const options = ["-f", "lavfi", "-i", source, "-t", String(SECONDS), "-ac", "1", "-ar", String(SOUND_RATE)];
  const made = await runChild([await films.parts.ffmpegPath(), "-v", "error", ...options, "-f", "s16le", "pipe:1"], {
    limits: { timeoutMs: 60_000, memoryBytesMax: 4_000_000_000, outputBytesMax: 1_000_000 },
    priority: "background",
  });
  if (made.exitCode !== 0) throw new Error(`ffmpeg made no sound: ${made.stderr}`);
  return measured(made.stdout);
}

function shareOf({ frames, spectra }: Sound, kind: HeardKind): number {
  return sharesOf(soundKindsOf(frames, spectra)).find(({ value }) => value === kind)?.share ?? 0;
}

/** Many voices at once. */
function babble(voices: number, seed: number): (at: number) => number {
  const all = Array.from({ length: voices }, (_, index) =>
    syllables(SECONDS, seed + 17 * index, 85 + ((index * 41) % 130)),
  );
  return (at) => all.reduce((sum, voice) => sum + voice(at), 0) / Math.sqrt(voices);
}

/** A generated piece of music, at the rate of film sound. */
function music(seed: number): Sound {
  const { samples } = generatePiece(planOf(seed, true, SECONDS));
  const step = PIECE_RATE / SOUND_RATE;
  return sampled((at) => {
    const from = Math.floor(at * SOUND_RATE * step);
    return ((samples[from] ?? 0) + (samples[from + 1] ?? 0) + (samples[from + 2] ?? 0)) / 3;
  });
}

// The rules were tuned on other sounds: other seeds, filters, pitches and rhythms, and other styles of music.
const NOISES: readonly (readonly [kind: HeardKind, what: string, source: string])[] = [
  ["rain", "light rain", "anoisesrc=c=white:a=.06:r=32000:seed=21,highpass=f=700"],
  ["rain", "rain on leaves", "anoisesrc=c=pink:a=.5:r=44100:seed=22,highpass=f=1200,tremolo=f=0.2:d=0.1"],
  ["rain", "a downpour", "anoisesrc=c=white:a=.3:r=44100:seed=23,equalizer=f=1000:t=q:w=1:g=4"],
  ["wind", "gusts", "anoisesrc=c=brown:a=.6:r=44100:seed=24,lowpass=f=420,tremolo=f=0.17:d=0.75"],
  ["wind", "a storm", "anoisesrc=c=brown:a=.9:r=44100:seed=25,lowpass=f=600,tremolo=f=0.4:d=0.6"],
  ["wind", "a breeze", "anoisesrc=c=pink:a=.2:r=44100:seed=26,lowpass=f=250,tremolo=f=0.11:d=0.8"],
  [
    "machinery",
    "a transformer",
    "aevalsrc='0.1*sin(2*PI*50*t)+0.2*sin(2*PI*100*t)+0.08*sin(2*PI*200*t)+0.02*(random(0)*2-1)':s=16000",
  ],
  ["machinery", "a fan", "aevalsrc='0.2*sin(2*PI*140*t)+0.1*sin(2*PI*420*t)+0.06*(random(0)*2-1)':s=16000"],
  ["machinery", "an engine", "aevalsrc='0.3*(2*mod(t*83\\,1)-1)*(1+0.3*sin(2*PI*9*t))+0.05*(random(0)*2-1)':s=16000"],
  ["silence", "digital silence", "anullsrc=r=44100"],
  ["silence", "a quiet room", "anoisesrc=c=pink:a=.002:r=44100:seed=27"],
  ["unsure", "a steady rumble: traffic, wind or ventilation", "anoisesrc=c=brown:a=.4:r=44100:seed=28,lowpass=f=280"],
  ["unsure", "pink noise", "anoisesrc=c=pink:a=.2:r=44100:seed=29"],
  ["unsure", "a siren", "aevalsrc='0.3*sin(2*PI*900*t+160*sin(2*PI*0.3*t))':s=16000"],
];

describe("the kind of a film's sound", () => {
  test.each(NOISES)("is %s for %s", async (kind, _what, source) => {
    expect(shareOf(await drawn(source), kind)).toBeGreaterThanOrEqual(0.8);
  });

  test.each([5, 9, 18])("is a crowd for %d voices at once", (voices) => {
    expect(shareOf(sampled(babble(voices, 300)), "crowd")).toBeGreaterThanOrEqual(0.6);
  });

  test("is speech for one voice, and not a crowd or music", () => {
    const voice = sampled(syllables(SECONDS, 5, 130));
    expect(shareOf(voice, "speech")).toBeGreaterThanOrEqual(0.5);
    expect(shareOf(voice, "crowd") + shareOf(voice, "music")).toBeLessThanOrEqual(0.3);
  });

  test("is music for most pieces, and never weather or machinery", () => {
    const pieces = Array.from({ length: 15 }, (_, index) => music(40 + index)).slice(0, 14);
    expect(pieces.filter((piece) => shareOf(piece, "music") >= 0.5).length).toBeGreaterThanOrEqual(10);
    for (const piece of pieces) {
      expect(shareOf(piece, "rain") + shareOf(piece, "wind")).toBe(0);
      expect(shareOf(piece, "machinery")).toBeLessThanOrEqual(0.25);
    }
  });

  test("is unknown for less than a block", () => {
    expect(soundKindsOf([], [])).toEqual([]);
    const { frames, spectra } = sampled(() => 0.1, 1);
    expect(soundKindsOf(frames, spectra)).toEqual([]);
  });
});

describe("a steady hum", () => {
  test("has no tempo", async () => {
    expect(musicTempoOf((await drawn("aevalsrc='0.3*sin(2*PI*100*t)+0.1*sin(2*PI*300*t)':s=16000")).frames)).toBeNull();
  });
});

describe("the passages of a film's sound", () => {
  test("are where each kind is heard, without unsure ones", () => {
    const kinds: readonly HeardKind[] = ["speech", "speech", "unsure", "music", "speech"];
    expect(heardPassages(kinds, SOUND_BLOCK_SECONDS)).toEqual([
      { value: "speech", from: 0, to: 4 },
      { value: "music", from: 6, to: 8 },
      { value: "speech", from: 8, to: 10 },
    ]);
    expect(heardPassages([], SOUND_BLOCK_SECONDS)).toEqual([]);
  });

  test("are bounded: the longest ones, in order of time", () => {
    const kinds = Array.from({ length: 400 }, (_, at): HeardKind =>
      at % 4 === 0 || at > 390 ? "music" : at % 2 === 0 ? "rain" : "unsure",
    );
    const found = heardPassages(kinds, SOUND_BLOCK_SECONDS);
    expect(found).toHaveLength(30);
    expect(found.at(-1)).toEqual({ value: "music", from: 782, to: 800 });
    expect(found.map(({ from }) => from)).toEqual(found.map(({ from }) => from).toSorted((a, b) => a - b));
  });

  test("are loud and quiet relative to the film", () => {
    const loudness = (at: number): number => (at < 6 ? 0.01 : at < 12 ? 0.6 : 0.2);
    const { frames } = sampled((at) => loudness(at) * Math.sin(2 * Math.PI * 500 * at), 30);
    const { loud, quiet } = levelPassages(frames);
    expect(quiet).toEqual([{ from: 0, to: 5 }]);
    expect(loud).toHaveLength(1);
    expect(loud[0]?.from).toBeWithin(5, 8);
    expect(loud[0]?.to).toBeWithin(11, 14);
    expect(levelPassages([])).toEqual({ loud: [], quiet: [] });
  });
});
