import { appendFileSync, closeSync, openSync, writeSync } from "node:fs";
import { hasErrorCode } from "../lib/error-code.ts";

const STDERR = 2;
/** The reader of a pipe can be slow for a moment. A reader that has stopped must not delay every request. */
const FULL_PIPE_ATTEMPTS_MAX = 50;
const FULL_PIPE_PAUSE_MS = 1;

export interface LogDestination {
  write(line: string): void;
}

/** Counts the failures of another destination and throws none: a full disk or a missing reader must not stop the server. */
export class CountingDestination implements LogDestination {
  readonly #inner: LogDestination;
  /** Number of lines that could not be written completely. */
  dropped = 0;

  constructor(inner: LogDestination) {
    this.#inner = inner;
  }

  write(line: string): void {
    try {
      this.#inner.write(line);
    } catch {
      this.dropped += 1;
    }
  }
}

const LOG_MODE = 0o640;

/** Appends to a file. After the file was renamed (log rotation), `reopen` creates it again. */
export class LogFile implements LogDestination {
  readonly #path: string;
  #file: number;

  /** Throws the system's error if the file cannot be opened. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a", LOG_MODE);
  }

  write(line: string): void {
    // Unlike `writeSync`, this writes the entire line or throws.
    appendFileSync(this.#file, line);
  }

  /** Opens the path again. If that fails, it throws and the former file stays in use. */
  reopen(): void {
    const former = this.#file;
    this.#file = openSync(this.#path, "a", LOG_MODE);
    closeSync(former);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes to stderr synchronously, because the last line before an exit matters most. Throws the errors of writing. */
export function stderrDestination(): LogDestination {
  let isStuck = false;
  let isCut = false;
  return {
    write(line) {
      const bytes = Buffer.from(isCut ? `\n${line}` : line);
      for (let at = 0, attempts = 0; at < bytes.byteLength;) {
        try {
          at += writeSync(STDERR, bytes, at);
          isStuck = false;
        } catch (error) {
          isStuck ||= (attempts += 1) > FULL_PIPE_ATTEMPTS_MAX;
          isCut = at > 0 || isCut;
          if (isStuck || !isFullPipe(error)) throw error;
          Bun.sleepSync(FULL_PIPE_PAUSE_MS);
        }
      }
      isCut = false;
    },
  };
}

/** Returns whether the pipe is full. Bun sets a pipe on stderr to non-blocking, so this happens with a slow reader. */
function isFullPipe(error: unknown): boolean {
  return hasErrorCode(error, "EAGAIN");
}
