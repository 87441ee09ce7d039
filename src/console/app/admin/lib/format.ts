import { dateLanguage, language } from "../../lib/texts.ts";

/** A time of the API to the second, with the name of the browser's time zone. */
export function zonedTimeText(iso: string): string {
  return new Date(iso).toLocaleString(dateLanguage.value, { dateStyle: "full", timeStyle: "long" });
}

export function numberText(value: number): string {
  return value.toLocaleString(language.value);
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString(language.value, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}

/** `3 min` for milliseconds. */
export function spanText(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
