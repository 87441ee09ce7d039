import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";

/** ISO 3901: country, registrant, year and designation. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/** Reads an ISRC. Ignores case, hyphens, spaces and a leading "ISRC". */
export function readIsrc(text: string): FactReading<string> {
  const bare = text
    .replace(/^\s*ISRC[\s:]*/i, "")
    .replace(/[\s-]/g, "")
    .toUpperCase();
  if (bare === "") return ABSENT;
  return ISRC.test(bare) ? value(bare) : wrong("an ISRC such as QZABC2400001", text.trim());
}
