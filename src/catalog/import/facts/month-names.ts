import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** The first letters of the months' names: English, German, French, Spanish, Italian and Portuguese. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|gen|ene)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar(?!o)|mär|maer|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|août|aout|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^(?:nov)/,
  /^(?:dec|dez|déc|dic)/,
];
const NAME = /^[\p{L}]{3,10}\.?$/u;

/** Returns the number of a month, from 1, or null: 5 for "May", "mai" and "mayo". */
export function monthOf(name: string): number | null {
  const lower = toNormalForm(name, "NFC").toLowerCase();
  const at = NAME.test(lower) ? MONTHS.findIndex((pattern) => pattern.test(lower)) : -1;
  return at < 0 ? null : at + 1;
}
