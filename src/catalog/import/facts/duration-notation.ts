import { hasThousands, readDecimal } from "./read-decimal.ts";

/** How the durations of a column are written, as far as its cells show. */
export interface DurationNotation {
  /** The meaning of 3.05: 3 minutes and 5 seconds, 3.05 seconds, or unclear (null). */
  readonly points: "minutes and seconds" | "seconds" | null;
  /** The unit of numbers without a point. */
  readonly numbers: "seconds" | "milliseconds";
  /** Whether 3:05:00 means three minutes: spreadsheets store "3:05" as a time of day, without seconds. */
  readonly isShifted: boolean;
}

/** A column of minutes and seconds has no longer pieces. Numbers of seconds are usually larger. */
const MINUTES_MAX = 30;
/** A number with a point and at least this whole part means seconds. */
export const SURELY_SECONDS_MIN = 60;
/** All numbers of a column of milliseconds are at least one second, and half of them at least 20. */
const MILLISECONDS_MIN = 1_000;
const USUAL_MILLISECONDS_MIN = 20_000;
/** With fewer cells, 3:05:00 is read as three hours. */
const SHIFTED_MIN = 3;

/** Minutes and seconds, which show nothing about other cells. */
const PLAIN_CLOCK = /^\d{1,3}:\d\d$/;
export const POINTED = /^(\d{1,3})[.,](\d{1,2})$/;
/** `time of day` marks the cells of workbooks (cell-text.ts). */
export const LONG_CLOCK = /^(time of day )?(\d{1,3}):([0-5]\d):([0-5]\d)(?:[.,]\d+)?$/;

/** Collects what the cells of a column show about the notation of its durations. */
export class DurationEvidence {
  readonly #points = { count: 0, minutesMax: 0, hasTwoDigits: false, hasLongFraction: false };
  readonly #numbers = { count: 0, small: 0, usual: 0 };
  readonly #clocks = { count: 0, ofSheet: 0, withHours: 0, withSeconds: 0 };
  #example: string | null = null;

  add(given: string): void {
    const text = given.trim();
    if (PLAIN_CLOCK.test(text)) return;
    const pointed = POINTED.exec(text);
    const clock = LONG_CLOCK.exec(text);
    if (pointed !== null) this.#addPointed(text, Number(pointed[1]), pointed[2] ?? "");
    else if (clock !== null) this.#addClock(clock);
    else this.#addNumber(text);
  }

  notation(): DurationNotation {
    const { count, minutesMax, hasTwoDigits, hasLongFraction } = this.#points;
    const isSmall = minutesMax < MINUTES_MAX;
    const isUnclear = count === 0 || (isSmall && (hasLongFraction || !hasTwoDigits));
    const points = isUnclear ? null : isSmall ? "minutes and seconds" : "seconds";
    const { count: numbers, small, usual } = this.#numbers;
    const isMilliseconds = numbers > 0 && small === 0 && usual * 2 >= numbers;
    return { points, numbers: isMilliseconds ? "milliseconds" : "seconds", isShifted: this.#isShifted() };
  }

  remarks(): string[] {
    const { points, numbers, isShifted } = this.notation();
    const shown = JSON.stringify(this.#example ?? "");
    return [
      ...(points === null ? [] : [`durations such as ${shown} were read as ${points}`]),
      ...(numbers === "milliseconds" ? ["numbers without a unit were read as milliseconds"] : []),
      ...(isShifted ? ["times of day were read as minutes and seconds: 03:05:00 is 3:05"] : []),
    ];
  }

  #addPointed(text: string, minutes: number, fraction: string): void {
    this.#example ??= text;
    this.#points.count++;
    this.#points.minutesMax = Math.max(this.#points.minutesMax, minutes);
    // As many seconds as this show that the numbers of the column are seconds too.
    if (minutes >= SURELY_SECONDS_MIN) this.#numbers.small++;
    this.#points.hasTwoDigits ||= fraction.length === 2;
    this.#points.hasLongFraction ||= Number(fraction.padEnd(2, "0")) >= 60;
  }

  #addClock([, ofSheet, hours, , seconds]: RegExpExecArray): void {
    this.#clocks.count++;
    if (ofSheet !== undefined) this.#clocks.ofSheet++;
    if (Number(hours) > 0) this.#clocks.withHours++;
    if (Number(seconds) > 0) this.#clocks.withSeconds++;
  }

  #addNumber(text: string): void {
    const number = hasThousands(text) ? Number(text.replace(/[.,]/, "")) : readDecimal(text);
    if (!(number > 0)) return;
    this.#numbers.count++;
    if (number < MILLISECONDS_MIN) this.#numbers.small++;
    if (number >= USUAL_MILLISECONDS_MIN) this.#numbers.usual++;
    // A number with three decimals is in seconds, and shows that 3.05 is too.
    if (/[.,]\d/.test(text) && !hasThousands(text)) this.#points.minutesMax = MINUTES_MAX;
  }

  #isShifted(): boolean {
    const { count, ofSheet, withHours, withSeconds } = this.#clocks;
    const isEnough = count >= SHIFTED_MIN || (count > 0 && ofSheet === count);
    return isEnough && withSeconds === 0 && withHours * 2 > count;
  }
}

/** The notation of a duration without a column. */
export const NO_DURATION_NOTATION: DurationNotation = { points: null, numbers: "seconds", isShifted: false };
