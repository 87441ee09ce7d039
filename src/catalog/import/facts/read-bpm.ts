import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";

/** The maximum in a dump too (schema/wire/dump-record.ts). Higher numbers are mistakes. */
const BPM_MAX = 1_000;

/** Reads "128", "128.0", "128,5" and "128 BPM". Many programs write 0 for an unknown tempo: it is wrong, not absent. */
export function readBpm(text: string): FactReading<number> {
  const bare = text.trim();
  if (bare === "") return ABSENT;
  const number = /^(\d{1,6}(?:[.,]\d+)?)(?:\s*bpm)?$/i.exec(bare)?.[1]?.replace(",", ".");
  const bpm = Math.round(Number(number ?? Number.NaN));
  return bpm > 0 && bpm <= BPM_MAX ? value(bpm) : wrong(`beats per minute from 1 to ${BPM_MAX}`, bare);
}
