import { type Static, Type } from "@sinclair/typebox";
import { latestTime } from "../audit/store.ts";
import type { Work } from "../db/work.ts";
import type { ReadinessCheck } from "../feature/feature.ts";
import type { Reading, ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, DAY_MS, EARLIEST_TIME, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { putSetting, readSetting } from "./settings-store.ts";

const SETTING = "clock";
/** A clock further ahead of the expected time than this is in doubt. Also the most that a sweep can delete too early. */
const JUMP_MAX_MS = DAY_MS;
/** A clock that has jumped is believed after the server has run this long with it. */
const DOUBT_MS = DAY_MS;
const NOTE_EVERY_MS = 5 * MINUTE_MS;
const FIRST_NOTE_AFTER_MS = 10 * SECOND_MS;

/** Times are milliseconds. */
const Noted = Type.Object({
  /** The time that the clock should show: the last one that was not in doubt, and how long the server has run since. */
  expected: Type.Integer(),
  doubt: Type.Union([
    Type.Null(),
    Type.Object({
      /** What the clock showed last. */
      shown: Type.Integer(),
      /** How long the server has run with this clock. */
      waited: Type.Integer({ minimum: 0 }),
    }),
  ]),
});
type Noted = Static<typeof Noted>;

interface ClockGuardParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly stopwatch: Clock;
  readonly log: Log;
}

/**
 * Finds out whether the clock has jumped ahead. Then nothing is deleted for its age, until the clock is corrected or the server has
 * run for a day with it. A stopped server does not see time pass, so it waits for this day after each pause of more than a day.
 * Before the first note, the latest line of the audit trail says how far time had come: every search appends one.
 */
export class ClockGuard {
  readonly #db: ServiceDb;
  readonly #clock: Clock;
  readonly #stopwatch: Clock;
  readonly #log: Log;
  #noted: Noted;
  #lookedAt: number;

  private constructor({ db, clock, stopwatch, log }: ClockGuardParts, known: Noted | null) {
    this.#db = db;
    this.#clock = clock;
    this.#stopwatch = stopwatch;
    this.#log = log;
    this.#noted = known ?? { expected: clock.now(), doubt: null };
    this.#lookedAt = stopwatch.now();
  }

  /** A guard of the server that starts now. */
  static async start(parts: ClockGuardParts): Promise<ClockGuard> {
    return new ClockGuard(parts, await parts.db.read(knownTime(parts.db)));
  }

  /** Returns whether what is too old by the clock can be deleted. */
  isTrusted(): boolean {
    const before = this.#noted;
    const after = this.#look();
    this.#noted = after;
    if ((before.doubt === null) !== (after.doubt === null) || hasJumped(before, after)) this.#report(before, after);
    return after.doubt === null;
  }

  /** The service is ready with a wrong clock, too. */
  check(): ReadinessCheck {
    const detail = this.isTrusted() ? "runs evenly" : describeDoubt(this.#noted);
    return { name: "clock", ok: true, detail };
  }

  /** Stores the time, for the next start. */
  duty(): Duty {
    const note = async (): Promise<void> => {
      this.isTrusted();
      const text = JSON.stringify(this.#noted);
      await this.#db.write((tx) => putSetting(tx, SETTING, text));
    };
    return {
      name: "note the time",
      everyMs: NOTE_EVERY_MS,
      firstAfterMs: FIRST_NOTE_AFTER_MS,
      runsOn: "each node",
      run: note,
    };
  }

  #look(): Noted {
    const now = this.#clock.now();
    const at = this.#stopwatch.now();
    const passed = Math.max(0, Math.round(at - this.#lookedAt));
    this.#lookedAt = at;
    const expected = this.#noted.expected + passed;
    // A clock that was never set says nothing, neither now nor before.
    if (expected < EARLIEST_TIME) return { expected: now, doubt: null };
    if (!isAhead(now, expected)) return { expected: now < EARLIEST_TIME ? expected : now, doubt: null };
    const { doubt } = this.#noted;
    if (doubt === null || Math.abs(now - doubt.shown - passed) > JUMP_MAX_MS)
      return { expected, doubt: { shown: now, waited: 0 } };
    const waited = doubt.waited + passed;
    return waited >= DOUBT_MS ? { expected: now, doubt: null } : { expected, doubt: { shown: now, waited } };
  }

  #report(before: Noted, after: Noted): void {
    if (after.doubt !== null) this.#log.warn({}, describeDoubt(after));
    else if (after.expected > before.expected + JUMP_MAX_MS)
      this.#log.warn({}, "the server has run for a day with the clock that had jumped ahead, so it is believed now");
    else this.#log.info({}, "the clock was corrected; what is too old is deleted again");
  }
}

/** A clock that jumps again is reported again. */
function hasJumped(before: Noted, after: Noted): boolean {
  return before.doubt !== null && after.doubt !== null && after.doubt.waited === 0 && before.doubt.waited > 0;
}

/** Whether another process than the server can delete what is too old by the clock, which shows `now`. */
export function* canDeleteByAge(reading: Reading, now: number): Work<boolean> {
  const known = yield* knownTime(reading);
  return known === null || known.expected < EARLIEST_TIME || !isAhead(now, known.expected);
}

function isAhead(now: number, expected: number): boolean {
  return now > expected + JUMP_MAX_MS;
}

/** Returns how far time had come as the database knows it; null for a new one. */
function* knownTime(reading: Reading): Work<Noted | null> {
  const noted = yield* readNoted(reading);
  if (noted !== null) return noted;
  const expected = yield* latestTime(reading);
  return expected === null ? null : { expected, doubt: null };
}

function* readNoted(reading: Reading): Work<Noted | null> {
  const text = yield* readSetting(reading, SETTING);
  return text === null ? null : parseChecked(Noted, text);
}

/** Returns what a server that runs, or ran last, says about a clock in doubt; null if it trusts the clock. */
export function* clockDoubt(reading: Reading): Work<string | null> {
  const noted = yield* readNoted(reading);
  return noted?.doubt == null ? null : describeDoubt(noted);
}

function describeDoubt({ expected, doubt }: Noted): string {
  if (doubt === null) return "";
  const days = Math.round((doubt.shown - expected) / DAY_MS);
  const hours = Math.max(1, Math.ceil((DOUBT_MS - doubt.waited) / HOUR_MS));
  const shown = new Date(doubt.shown).toISOString();
  return `the clock (${shown}) is ${days} days ahead of the time until which the server ran: nothing is deleted for its age until it is corrected, or for ${hours} more hours`;
}
