import type { RandomGenerator } from "../seeded.ts";
import { voicing } from "./harmony.ts";
import { humanise, type Note, type Sheet, timeOf } from "./score.ts";

const CENTRE = 62;

/** Held chords, as tremolo if the tags ask for it. A repeated chord is one long chord. */
export function writePad(sheet: Sheet, random: RandomGenerator, centre = CENTRE): readonly Note[] {
  const { length, feeling, chords, intensity, traits } = sheet;
  const middle = centre + Math.round((feeling.register - 0.5) * 12);
  const notes: Note[] = [];
  for (let bar = 0; bar < length.bars;) {
    const chord = chords[bar];
    if (chord === undefined) break;
    let until = bar + 1;
    while (until < length.bars && until < bar + 4 && chords[until]?.degree === chord.degree) until++;
    const start = timeOf(sheet, bar, 0);
    const seconds = timeOf(sheet, until, 0) - start;
    const level = 0.6 + 0.4 * (intensity[bar] ?? 1);
    for (const pitch of padTones(sheet, bar, middle)) {
      if (/tremolo/.test(traits)) notes.push(...tremolo(sheet, start, seconds, pitch, level));
      else notes.push({ start, seconds, pitch, level: humanise(level, random) });
    }
    bar = until;
  }
  const seconds = Math.max(0.5, length.seconds - length.bodySeconds - 0.9);
  const home = chords.at(-1);
  if (home === undefined) return notes;
  return [
    ...notes,
    ...voicing(home, middle, 4).map((pitch) => ({ start: length.bodySeconds, seconds, pitch, level: 0.8 })),
  ];
}

function padTones(sheet: Sheet, bar: number, middle: number): readonly number[] {
  const chord = sheet.chords[bar];
  if (chord === undefined) return [];
  const tones = voicing(chord, middle, 4);
  if (chord.clash === null) return tones;
  const top = tones.at(-1) ?? middle;
  return [...tones, top + ((((chord.clash - top) % 12) + 12) % 12)];
}

function tremolo(sheet: Sheet, start: number, seconds: number, pitch: number, level: number): Note[] {
  const step = sheet.length.beatSeconds / 4;
  const count = Math.floor(seconds / step + 0.01);
  return Array.from({ length: count }, (_, at) => ({
    start: start + at * step,
    seconds: step * 0.8,
    pitch,
    level: level * (at % 4 === 0 ? 1 : 0.8),
  }));
}
