import type { LogTail } from "./log-tail.ts";

/** The log of a service. No method throws. Tests pass `silentLog`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Number of lines since the start that could not be written. */
  linesDropped?(): number;
  /** The newest lines, for administrators. Only the log of a server has them. */
  readonly tail?: LogTail;
}

const nothing = (): void => undefined;

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
