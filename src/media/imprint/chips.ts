import { createHmac } from "node:crypto";
import { BANDS, CHIPS } from "./imprint-form.ts";

const BITS = 8;

/**
 * The signs of a recipient's pattern, CHIPS for each band: bits of HMAC-SHA256 in counter mode. Without the secret they cannot be
 * told from random ones, so the patterns of two recipients have nothing in common but chance.
 */
export function chipsOf(secret: string, recipient: number): Int8Array {
  const chips = new Int8Array(BANDS * CHIPS);
  let at = 0;
  for (let counter = 0; at < chips.length; counter++) {
    const block = createHmac("sha256", secret).update(`imprint 1\n${recipient}\n${counter}`).digest();
    for (const byte of block) {
      for (let bit = 0; bit < BITS && at < chips.length; bit++) chips[at++] = (byte >> bit) & 1 ? 1 : -1;
    }
  }
  return chips;
}
