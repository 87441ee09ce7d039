import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { lengthOf } from "../../src/sound/music/length.ts";
import { renderParts } from "../../src/sound/render-song.ts";
import { loudnessOf } from "../../src/sound/signal/loudness.ts";
import { SAMPLE_RATE } from "../../src/sound/signal/sample-rate.ts";
import { peakOf, type Stereo } from "../../src/sound/signal/stereo.ts";
import { partOf, type SoundSong } from "../../src/sound/sound-song.ts";
import { demoSong, demoSongs, songLike } from "./demo-songs.ts";
import { agreement, chromaOf, mono, onsetsOf, rmsOf } from "./measure.ts";

/** A piece takes half a second of an idle core. */
setDefaultTimeout(60_000);

const MINUS_ONE_DBFS = 10 ** (-1 / 20);
const HEADER_BYTES = 44;
/** Songs with all their versions and stems; several tests listen to the same rendering of them. */
const WITH_STEMS = ["nd-0001", "nd-0007", "nd-0033", "nd-0201"];

const renderings = new Map<string, ReadonlyMap<string, Uint8Array>>();

/** The WAV of a part. A song is rendered once for the whole file, with everything but its cuts. */
function wavOf(song: SoundSong, part = "main"): Uint8Array {
  const key = JSON.stringify(song);
  const isWhole = (description: string): boolean => !description.endsWith(" second cut");
  const whole = song.audioFiles.filter((file) => isWhole(file.description));
  const wavs = renderings.get(key) ?? renderParts(song, parts(song, whole));
  renderings.set(key, wavs);
  const wav = wavs.get(part) ?? renderParts(song, [part]).get(part);
  if (wav === undefined) throw new Error(`${song.id} has no ${part}`);
  return wav;
}

function parts(song: SoundSong, files = song.audioFiles): string[] {
  return files.flatMap((file) => partOf(song, file) ?? []);
}

function samplesOf(wav: Uint8Array): Int16Array {
  return new Int16Array(wav.buffer, HEADER_BYTES);
}

function rendered(song: SoundSong, part = "main"): Stereo {
  const samples = samplesOf(wavOf(song, part));
  const [left, right] = [new Float32Array(samples.length / 2), new Float32Array(samples.length / 2)];
  for (let at = 0; at < left.length; at++) {
    left[at] = (samples[2 * at] ?? 0) / 32_767;
    right[at] = (samples[2 * at + 1] ?? 0) / 32_767;
  }
  return { left, right };
}

describe("a rendered piece", () => {
  test("has the same bytes each time, alone or with other parts, and another song has others", () => {
    const song = demoSong("nd-0007");
    const alone = renderParts(song, ["main"]).get("main");
    expect(alone).toEqual(wavOf(song));
    const audioFiles = [{ id: "nd-9999-main", description: "Full mix", vocals: "lead", stem: false }] as const;
    expect(renderParts({ ...song, id: "nd-9999", audioFiles }, ["main"]).get("main")).not.toEqual(alone);
  });

  test("is a WAV of 44.1 kHz, 16 bit, stereo, as long as the catalog says", () => {
    const song = demoSong("nd-0007");
    const wav = wavOf(song);
    const view = new DataView(wav.buffer);
    expect(new TextDecoder().decode(wav.subarray(0, 16))).toMatch(/^RIFF....WAVEfmt $/s);
    expect([
      view.getUint16(20, true),
      view.getUint16(22, true),
      view.getUint32(24, true),
      view.getUint16(34, true),
    ]).toEqual([1, 2, 44_100, 16]);
    expect(view.getUint32(4, true)).toBe(wav.length - 8);
    expect((wav.length - HEADER_BYTES) / 4).toBe(Math.round(lengthOf(song).seconds * SAMPLE_RATE));
  });

  test("has only the parts that the song has", () => {
    expect(renderParts(demoSong("nd-0050"), ["drums"]).size).toBe(0);
  });

  test("begins and ends without a click", () => {
    for (const id of WITH_STEMS) {
      const { left } = rendered(demoSong(id));
      expect(Math.abs(left[0] ?? 1)).toBeLessThan(0.02);
      expect(Math.abs(left.at(-1) ?? 1)).toBeLessThan(0.001);
    }
  });
});

describe("a song that is tagged as growing", () => {
  test.each(["building", "swelling", "slow burn"])("gets louder from its start to its end: %s", (trait) => {
    const tags = { ...songLike({}).tags, characteristic: [trait] };
    const tone = mono(rendered(songLike({ tags })));
    const quarter = Math.floor(tone.length / 4);
    const levels = [0, 1, 2, 3].map((at) => 20 * Math.log10(rmsOf(tone.subarray(at * quarter, (at + 1) * quarter))));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    expect((levels[3] ?? 0) - (levels[0] ?? 0)).toBeGreaterThan(6);
  });

  test("differs in this from other songs", () => {
    const tone = mono(rendered(songLike({})));
    const half = tone.length >> 1;
    const rise = rmsOf(tone.subarray(half)) / rmsOf(tone.subarray(0, half));
    expect(Math.abs(20 * Math.log10(rise))).toBeLessThan(3);
  });
});

describe("songs of every genre", () => {
  const seen = new Set<string>();
  const firstOfGenre = demoSongs.filter((song) => {
    const genre = song.tags.genre[0] ?? "";
    return seen.size < seen.add(genre).size;
  });

  // A few genres here; scripts/bench/sound.ts checks all songs.
  for (const song of firstOfGenre.filter((_, at) => at % 48 === 0)) {
    test(`are audible, at one loudness and unclipped: ${song.tags.genre[0]}`, () => {
      const sound = rendered(song);
      expect(peakOf(sound)).toBeLessThanOrEqual(MINUS_ONE_DBFS);
      expect(loudnessOf(sound)).toBeGreaterThan(-17);
      expect(loudnessOf(sound)).toBeLessThan(-15);
      // No second is silent, except in its ending.
      const tone = mono(sound);
      for (let start = SAMPLE_RATE; start + 2 * SAMPLE_RATE < tone.length; start += SAMPLE_RATE) {
        expect(rmsOf(tone.subarray(start, start + SAMPLE_RATE))).toBeGreaterThan(0.002);
      }
    });
  }
});

describe("the tempo", () => {
  test.each(WITH_STEMS)("is the song's: %s", (id) => {
    const song = demoSong(id);
    const onsets = onsetsOf(mono(rendered(song)));
    const beat = 60 / (song.bpm ?? 0);
    const atBeats = agreement(onsets, beat * 4);
    for (const wrong of [0.91, 0.95, 1.05, 1.09]) expect(agreement(onsets, beat * 4 * wrong)).toBeLessThan(atBeats);
    expect(atBeats).toBeGreaterThan(0.3);
  });

  test("is exact to half a beat a minute", () => {
    const onsets = onsetsOf(mono(rendered(songLike({ bpm: 140 }))));
    const candidates = Array.from({ length: 41 }, (_, at) => 130 + at / 2);
    const best = candidates.toSorted((a, b) => agreement(onsets, (60 / b) * 8) - agreement(onsets, (60 / a) * 8))[0];
    expect(Math.abs((best ?? 0) - 140)).toBeLessThanOrEqual(0.5);
  });
});

describe("the key", () => {
  const CLASSES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];

  test.each([
    ["C", "major"],
    ["Eb", "major"],
    ["F#", "minor"],
    ["A", "minor"],
  ] as const)("is the song's: %s %s", (keyName, keyMode) => {
    const tags = {
      genre: ["ballad"],
      mood: ["warm"],
      instrument: ["piano", "string section", "upright bass"],
      characteristic: [],
    };
    const song = songLike({ id: `key-${keyName}-${keyMode}`, bpm: 72, energy: "medium", keyName, keyMode, tags });
    expect(bestKey(chromaOf(mono(rendered(song))))).toBe(`${keyName === "Eb" ? "D#" : keyName} ${keyMode}`);
  });

  /** The key whose profile fits best (Krumhansl and Kessler, 1982). */
  function bestKey(chroma: Float64Array): string {
    const profiles = {
      major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
      minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
    };
    const fits = Object.entries(profiles).flatMap(([mode, profile]) =>
      CLASSES.map((name, tonic) => ({
        name: `${name} ${mode}`,
        fit: correlation(
          profile.map((_, at) => chroma[(at + tonic) % 12] ?? 0),
          profile,
        ),
      })),
    );
    return fits.toSorted((a, b) => b.fit - a.fit)[0]?.name ?? "";
  }
});

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(one), mean(other)];
  const dot = (f: (at: number) => number): number => one.reduce((sum, _, at) => sum + f(at), 0);
  const top = dot((at) => ((one[at] ?? 0) - a) * ((other[at] ?? 0) - b));
  return top / Math.sqrt(dot((at) => ((one[at] ?? 0) - a) ** 2) * dot((at) => ((other[at] ?? 0) - b) ** 2));
}

describe("stems and versions", () => {
  test.each(WITH_STEMS)("stems add up to the mix: %s", (id) => {
    const song = demoSong(id);
    const stems = parts(
      song,
      song.audioFiles.filter((file) => file.stem),
    );
    const main = samplesOf(wavOf(song));
    const sum = new Int32Array(main.length);
    for (const stem of stems) {
      const samples = samplesOf(wavOf(song, stem));
      expect(samples.some((value) => Math.abs(value) > 300)).toBe(true);
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (samples[at] ?? 0);
    }
    let worst = 0;
    for (let at = 0; at < sum.length; at++) worst = Math.max(worst, Math.abs((main[at] ?? 0) - (sum[at] ?? 0)));
    // Each is rounded to 16 bit by itself.
    expect(worst).toBeLessThanOrEqual(stems.length + 1);
  });

  test("an instrumental is the mix without the voice, which is a good part of it", () => {
    const song = demoSong("nd-0033");
    const [main, inst, voice] = ["main", "inst", "vocals"].map((part) => mono(rendered(song, part)));
    if (main === undefined || inst === undefined || voice === undefined) throw new Error("rendered nothing");
    const left = main.map((value, at) => value - (voice[at] ?? 0) - (inst[at] ?? 0));
    expect(rmsOf(left)).toBeLessThan(rmsOf(main) * 0.001);
    expect(rmsOf(voice)).toBeGreaterThan(rmsOf(main) * 0.2);
  });

  test("a cut has the length in its name and an ending of its own", () => {
    const { left } = rendered(demoSong("nd-0001"), "30s");
    expect(left.length).toBe(30 * SAMPLE_RATE);
    expect(Math.abs(left.at(-1) ?? 1)).toBeLessThan(0.001);
  });
});

describe("a song's fields decide how it sounds", () => {
  const base = songLike({
    tags: { genre: ["pop"], mood: [], instrument: ["piano", "electric bass", "drum kit"], characteristic: [] },
  });
  const brightness = (song: SoundSong): number => {
    const tone = mono(rendered(song));
    const slope = tone.map((value, at) => value - (tone[at - 1] ?? 0));
    return rmsOf(slope) / rmsOf(tone);
  };

  test("more energy is brighter and busier", () => {
    const calm: SoundSong = { ...base, energy: "very_low" };
    expect(brightness(base)).toBeGreaterThan(brightness(calm) * 1.3);
    const busy = (song: SoundSong): number => onsetsOf(mono(rendered(song))).reduce((sum, one) => sum + one, 0);
    expect(busy(base)).toBeGreaterThan(busy({ ...base, energy: "low" }) * 1.2);
  });

  test("a tense song has dissonances that a cheerful one does not have", () => {
    const mood = (word: string): SoundSong => ({
      ...base,
      tags: { ...base.tags, mood: [word], instrument: ["piano"] },
      energy: "medium",
    });
    // In A minor: F against E.
    const dissonance = (song: SoundSong): number => {
      const chroma = chromaOf(mono(rendered(song)));
      return (chroma[5] ?? 0) / (chroma[4] ?? 1);
    };
    expect(dissonance(mood("tense"))).toBeGreaterThan(dissonance(mood("cheerful")) * 1.2);
  });

  test("a waltz has three beats a bar", () => {
    expect(lengthOf({ ...base, tags: { ...base.tags, genre: ["waltz"] } }).beatsPerBar).toBe(3);
  });
});
