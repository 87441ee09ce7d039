import { ABSENT, type FactReading, isMissing, value, wrong } from "../facts/fact-reading.ts";

/**
 * Reads an ISWC (ISO 15707) in any punctuation and returns it as `T-034.524.680-1`. The check digit is that of the standard:
 * the digits, weighted by their positions, plus 1 and the check digit are a multiple of 10.
 */
export function readIswc(text: string): FactReading<string> {
  if (isMissing(text)) return ABSENT;
  const bare = text
    .replace(/^ISWC[:\s]*/i, "")
    .replace(/[\s.-]/g, "")
    .toUpperCase();
  const digits = /^T(\d{9})(\d)$/.exec(bare);
  if (digits === null) return wrong("an ISWC such as T-034.524.680-1", text);
  const [, number = "", check = ""] = digits;
  const sum = Array.from(number, Number).reduce((total, digit, at) => total + digit * (at + 1), 1);
  if ((sum + Number(check)) % 10 !== 0) return wrong("an ISWC whose check digit is right", text);
  return value(`T-${number.slice(0, 3)}.${number.slice(3, 6)}.${number.slice(6)}-${check}`);
}
