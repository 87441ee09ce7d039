import { writeSync } from "node:fs";
import { hasErrorCode } from "../lib/error-code.ts";

const STDERR = 2;
/** Whoever reads stderr from a pipe may need a moment; a reader that stands still must not make every request wait. */
const FULL_PIPE_TRIES_MAX = 50;
const FULL_PIPE_PAUSE_MS = 1;

export interface LogDestination {
  write(line: string): void;
}

/** A destination whose failures stay here: a full disk behind the log, or a reader that went away, is no reason to stop serving. */
export class LastingDestination implements LogDestination {
  readonly #inner: LogDestination;
  /** Lines that could not be written, or not whole. */
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

/** Writes to stderr synchronously: the last line before an exit is the one that matters. Throws what keeps it from writing. */
export function stderrDestination(): LogDestination {
  let isStuck = false;
  let isCut = false;
  return {
    write(line) {
      const bytes = Buffer.from(isCut ? `\n${line}` : line);
      for (let at = 0, tries = 0; at < bytes.byteLength;) {
        try {
          at += writeSync(STDERR, bytes, at);
          isStuck = false;
        } catch (error) {
          isStuck ||= (tries += 1) > FULL_PIPE_TRIES_MAX;
          isCut = at > 0 || isCut;
          if (isStuck || !isFullPipe(error)) throw error;
          Bun.sleepSync(FULL_PIPE_PAUSE_MS);
        }
      }
      isCut = false;
    },
  };
}

/** Bun makes a pipe on stderr non-blocking, so a reader that is a little late looks like this. */
function isFullPipe(error: unknown): boolean {
  return hasErrorCode(error, "EAGAIN");
}
