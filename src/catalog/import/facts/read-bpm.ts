import { ABSENT, FACT_LENGTH_MAX, type FactReading, remarked, value, wrong } from "./fact-reading.ts";
import { readDecimal } from "./read-decimal.ts";

/** The maximum in a dump too (schema/wire/dump-record.ts). Higher numbers are mistakes. */
const BPM_MAX = 1_000;
/** Lower numbers are mistakes, for example of a thousands separator ("1.280"). */
const BPM_MIN = 10;
/** The ends of a range can differ by this factor. Beyond it (85-170), the range says little about the tempo. */
const RANGE_MAX = 1.35;
const UNIT = /bpm|beats per minute|schläge pro minute/gi;
/** "ca. 120", "~120", "♩ = 120", "q=120". */
const PREFIX = /^(?:tempo|ca\.?|circa|approx\.?|about|etwa|env\.?|[~≈]|[♩♪]|q(?=\s*=))?\s*[:=]?\s*/iu;
const RANGE = /^(.*?\d)\s*(?:-|–|—|to|bis|à|a|\/|\.\.+)\s*(\d.*)$/i;
/** "Fast (140)", "Medium: 112". */
const AFTER_WORDS = /^\p{L}[\p{L}\s-]*[(:]\s*([\d.,\s–-]+)\)?$/u;

/**
 * Reads "128", "128.0", "128,5", "128 BPM", "ca. 128" and "Fast (128)", and the middle of a range ("120-124"). Many
 * programs write 0 for an unknown tempo: it is wrong, not absent.
 */
export function readBpm(text: string): FactReading<number> {
  const given = text.trim();
  if (given === "") return ABSENT;
  if (given.length > FACT_LENGTH_MAX) return bpm(Number.NaN, given);
  const bare = given.replace(UNIT, " ").trim().replace(PREFIX, "");
  const plain = AFTER_WORDS.exec(bare)?.[1]?.trim() ?? bare;
  const range = RANGE.exec(plain);
  if (range === null) return bpm(readDecimal(plain), given);
  const [low, high] = [readDecimal(range[1] ?? ""), readDecimal(range[2] ?? "")];
  const isNarrow = low > 0 && high >= low && high / low <= RANGE_MAX;
  const middle = bpm(isNarrow ? (low + high) / 2 : Number.NaN, given);
  return middle.kind === "value" ? remarked(middle.value, given, "is a range; its middle was used") : middle;
}

function bpm(number: number, given: string): FactReading<number> {
  const rounded = Math.round(number);
  return rounded >= BPM_MIN && rounded <= BPM_MAX
    ? value(rounded)
    : wrong(`beats per minute from ${BPM_MIN} to ${BPM_MAX}`, given);
}
