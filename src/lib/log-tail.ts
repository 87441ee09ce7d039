import type { NewId } from "./ids.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines that are kept, the newest. */
const LINES_MAX = 2_000;
/** Longer texts are cut: a line takes a few kilobytes of memory at most. */
const TEXT_MAX = 1_000;
const FIELDS_MAX = 30;

/** A line of the log. */
export interface LogLine {
  /** Consecutive from 1. */
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface LogFilter {
  /** The lowest level. */
  readonly level: LogLevel;
  /** A text that is part of the line, such as an id. Empty: all lines. */
  readonly about: string;
}

/** The newest lines of the log, in memory. */
export class LogTail {
  /** Differs for every run of the program, because the numbers begin again. */
  readonly run: string;
  readonly #lines: LogLine[] = [];
  #seq = 0;
  #changed = Promise.withResolvers<void>();

  constructor(newId: NewId) {
    this.run = newId();
  }

  /** The number of the newest line; 0 before the first. */
  get newest(): number {
    return this.#seq;
  }

  /** The number of the oldest line that is kept. */
  get oldest(): number {
    return this.#seq - this.#lines.length + 1;
  }

  /** Adds a line of the log, in JSON and with masked secrets. */
  add(json: string): void {
    const line = parse(json, this.#seq + 1);
    if (line === null) return;
    this.#seq += 1;
    this.#lines.push(line);
    // In blocks, because removing the first element copies the list.
    if (this.#lines.length >= LINES_MAX * 2) this.#lines.splice(0, this.#lines.length - LINES_MAX);
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }

  /** Returns lines after the number `seq`, the oldest first. */
  after(seq: number, filter: LogFilter, limit: number): readonly LogLine[] {
    const start = Math.max(0, seq - this.oldest + 1);
    const found: LogLine[] = [];
    for (let index = start; index < this.#lines.length && found.length < limit; index += 1) {
      const line = this.#lines[index];
      if (line !== undefined && isMeant(line, filter)) found.push(line);
    }
    return found;
  }

  /** Returns lines before the number `seq`, the newest first. */
  before(seq: number, filter: LogFilter, limit: number): readonly LogLine[] {
    const end = Math.min(this.#lines.length, Math.max(0, seq - this.oldest));
    const found: LogLine[] = [];
    for (let index = end - 1; index >= 0 && found.length < limit; index -= 1) {
      const line = this.#lines[index];
      if (line !== undefined && isMeant(line, filter)) found.push(line);
    }
    return found;
  }

  /** Resolves when a line is added, or on `signal`. */
  async next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener("abort", abort, { once: true });
    await Promise.race([this.#changed.promise, aborted.promise]);
    signal.removeEventListener("abort", abort);
  }
}

function isMeant({ level, message, fields }: LogLine, filter: LogFilter): boolean {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(filter.level)) return false;
  return filter.about === "" || message.includes(filter.about) || JSON.stringify(fields).includes(filter.about);
}

/** Returns null for a line that no logger writes. */
function parse(json: string, seq: number): LogLine | null {
  const { level, time, msg, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const known = LOG_LEVELS.find((one) => one === level);
  if (known === undefined || typeof time !== "string") return null;
  const shown = Object.entries(fields).slice(0, FIELDS_MAX);
  return {
    seq,
    at: time,
    level: known,
    message: firstLineOf(typeof msg === "string" ? msg : ""),
    fields: Object.fromEntries(shown.map(([name, value]) => [name, plain(value)])),
  };
}

/**
 * Returns what a field may show. Of an error, only the first line of its message is kept: the others, and the stack, can have the
 * parameters of a statement, which can be the text of a brief.
 */
function plain(value: unknown): unknown {
  if (typeof value === "string") return firstLineOf(value);
  if (typeof value !== "object" || value === null) return value;
  if ("message" in value && typeof value.message === "string") return firstLineOf(value.message);
  const text = JSON.stringify(value);
  return text.length <= TEXT_MAX ? value : firstLineOf(text);
}

function firstLineOf(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX)}…`;
}
