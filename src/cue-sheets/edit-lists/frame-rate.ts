/** Frames per second as a fraction, and how its timecode counts. */
export interface FrameRate {
  /** As people write it: "29.97". */
  readonly name: string;
  readonly numerator: number;
  readonly denominator: number;
  /** Frames that a timecode counts per second: 30 for 29.97. */
  readonly nominal: number;
  /** Whether the timecode leaves out frame numbers, so that it follows the clock. */
  readonly isDrop: boolean;
}

const NTSC = 1_001;
export const HOURS_PER_DAY = 24;
const rate = (name: string, nominal: number, isNtsc: boolean): Omit<FrameRate, "isDrop"> =>
  isNtsc
    ? { name, numerator: nominal * 1_000, denominator: NTSC, nominal }
    : { name, numerator: nominal, denominator: 1, nominal };

const RATES: readonly Omit<FrameRate, "isDrop">[] = [
  rate("23.976", 24, true),
  rate("24", 24, false),
  rate("25", 25, false),
  rate("29.97", 30, true),
  rate("30", 30, false),
  rate("47.952", 48, true),
  rate("48", 48, false),
  rate("50", 50, false),
  rate("59.94", 60, true),
  rate("60", 60, false),
];

export const RATE_NAMES: readonly string[] = [...RATES.map(({ name }) => name), "29.97df", "59.94df"];

/** How far a written rate can be from the exact one: 23.98 for 24000/1001. */
const OFF_MAX = 0.012;

/** Reads a rate as people write it: "25", "29.97", "29.97df", "23.98"; null for any other text. */
export function readFrameRate(text: string): FrameRate | null {
  const [, number = "", drop = ""] = /^(\d{2}(?:\.\d{1,4})?) ?(df|drop|ndf)?$/i.exec(text.trim()) ?? [];
  const isDrop = /^d/i.test(drop);
  const found = nearestRate(Number(number));
  return found === null || number === "" ? null : withDrop(found, isDrop);
}

/** Returns the rate of this many frames per second, or null. */
export function nearestRate(framesPerSecond: number): FrameRate | null {
  const found = RATES.toSorted(
    (a, b) => Math.abs(exact(a) - framesPerSecond) - Math.abs(exact(b) - framesPerSecond),
  )[0];
  if (found === undefined || !(Math.abs(exact(found) - framesPerSecond) <= OFF_MAX)) return null;
  return { ...found, isDrop: false };
}

/** Returns the same rate with another timecode; null if there is none: only 29.97 and 59.94 drop frame numbers. */
export function withDrop(given: Omit<FrameRate, "isDrop">, isDrop: boolean): FrameRate | null {
  if (isDrop && (given.denominator !== NTSC || given.nominal % 30 !== 0)) return null;
  return { ...given, isDrop };
}

function exact({ numerator, denominator }: Pick<FrameRate, "numerator" | "denominator">): number {
  return numerator / denominator;
}

export interface Timecode {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly frames: number;
  /** Whether it is written as drop-frame: `01:00:00;00`. */
  readonly isDrop: boolean;
}

const TIMECODE = /^(\d{1,2})[:;.,](\d{2})[:;.,](\d{2})([:;.,])(\d{2,3})$/;

/** Parses `01:00:00:00`, and `01:00:00;00` or `01;00;00;00` as drop-frame. Null for any other text. */
export function parseTimecode(text: string): Timecode | null {
  const found = TIMECODE.exec(text);
  if (found === null) return null;
  const [, hours, minutes, seconds, mark, frames] = found;
  const time = { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds), frames: Number(frames) };
  return time.minutes > 59 || time.seconds > 59 ? null : { ...time, isDrop: mark !== ":" };
}

/** Frame numbers that a drop-frame timecode leaves out in each minute, except in every tenth one. */
function droppedPerMinute({ nominal, isDrop }: FrameRate): number {
  return isDrop ? nominal / 15 : 0;
}

/**
 * Returns the number of frames before a timecode. Source: SMPTE ST 12-1, which leaves out the first two (four at 60) frame numbers
 * of each minute that is not divisible by ten.
 */
export function framesOf({ hours, minutes, seconds, frames }: Timecode, given: FrameRate): number {
  const total = hours * 60 + minutes;
  const dropped = droppedPerMinute(given) * (total - Math.floor(total / 10));
  return (total * 60 + seconds) * given.nominal + frames - dropped;
}

/** Returns a number of frames as a timecode, with a semicolon before the frames if it is drop-frame. After 24 hours it is 0 again. */
export function timecodeOf(frames: number, given: FrameRate): string {
  const { nominal, isDrop } = given;
  const drop = droppedPerMinute(given);
  const perTenMinutes = nominal * 600 - drop * 9;
  const perMinute = nominal * 60 - drop;
  const tens = Math.floor(frames / perTenMinutes);
  const rest = frames % perTenMinutes;
  const minutesPast = rest < nominal * 60 ? 0 : 1 + Math.floor((rest - nominal * 60) / perMinute);
  const number = frames + drop * (9 * tens + minutesPast);
  const seconds = Math.floor(number / nominal);
  const parts = [Math.floor(seconds / 3600) % HOURS_PER_DAY, Math.floor(seconds / 60) % 60, seconds % 60];
  const head = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return `${head}${isDrop ? ";" : ":"}${String(number % nominal).padStart(2, "0")}`;
}

export function secondsOf(frames: number, { numerator, denominator }: FrameRate): number {
  return (frames * denominator) / numerator;
}

/** Rounds to the nearest frame. */
export function nearestFrame(seconds: number, { numerator, denominator }: FrameRate): number {
  return Math.round((seconds * numerator) / denominator);
}
