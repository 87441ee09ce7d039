import { ABSENT, type Reading, value, wrong } from "./reading.ts";

/** ISO 3901: country, registrant, year, designation; hyphens, spaces and the word itself are how people show it. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

export function readIsrc(text: string): Reading<string> {
  const bare = text
    .replace(/^\s*ISRC[\s:]*/i, "")
    .replace(/[\s-]/g, "")
    .toUpperCase();
  if (bare === "") return ABSENT;
  return ISRC.test(bare) ? value(bare) : wrong("an ISRC such as QZABC2400001", text.trim());
}
