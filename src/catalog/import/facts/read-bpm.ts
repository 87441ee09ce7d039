import { ABSENT, type Reading, value, wrong } from "./reading.ts";

/** As in a dump (schema/wire/dump-record.ts): faster "tempi" are mistakes. */
const BPM_MAX = 1_000;

/** "128", "128.0", "128,5", "128 BPM". A tempo of 0 is how many programs write that they do not know: wrong, not absent. */
export function readBpm(text: string): Reading<number> {
  const bare = text.trim();
  if (bare === "") return ABSENT;
  const number = /^(\d{1,6}(?:[.,]\d+)?)(?:\s*bpm)?$/i.exec(bare)?.[1]?.replace(",", ".");
  const bpm = Math.round(Number(number ?? Number.NaN));
  return bpm > 0 && bpm <= BPM_MAX ? value(bpm) : wrong(`beats per minute from 1 to ${BPM_MAX}`, bare);
}
