import { forbidCoreDumps } from "../native/forbid-core-dumps.ts";

import { hasErrorCode } from "../lib/error-code.ts";
/** A place to print to. `write` resolves when the text is taken, so a slow reader slows the command instead of filling memory. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Characters a line may have; lines elsewhere than on a terminal are not cut. */
  readonly columns: number;
  write(text: string): Promise<void>;
}

export type StopSignal = "SIGINT" | "SIGTERM";

/** The world outside a command, passed in so that tests bring their own. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What was asked for. */
  readonly out: Sink;
  /** Everything else: progress, log, complaints. */
  readonly err: Sink;
  /** Where the log goes instead of stderr. */
  readonly logTo?: { write(line: string): void };
  /** Tells `listener` of every SIGINT and SIGTERM until the returned function is called. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
  /** Ends the process at once, whatever still runs. */
  kill(status: number): void;
  /** Keeps this process and its children from writing their memory to a disk when they crash. Returns why it cannot, or null. */
  forbidCoreDumps(): string | null;
}

/** The reader of stdout went away (`needledrop search … | head -1`): no error, and nothing more to do. */
export class ReaderGone extends Error {
  constructor() {
    super("Nobody reads the output any more.");
    this.name = "ReaderGone";
  }
}

/** What a terminal that does not tell its size is taken to have. */
const COLUMNS_UNKNOWN = 80;

export function processIo(): Io {
  return {
    environment: process.env,
    out: sinkOf(process.stdout),
    err: sinkOf(process.stderr),
    onStopSignal: listenForStop,
    kill: (status) => process.exit(status),
    forbidCoreDumps,
  };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  // Without a listener a broken pipe would end the process with a stack trace; `write` reports it below.
  stream.on("error", () => undefined);
  return {
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns || COLUMNS_UNKNOWN : Number.POSITIVE_INFINITY,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error === undefined || error === null) resolve();
          else reject(hasErrorCode(error, "EPIPE") ? new ReaderGone() : error);
        });
      }),
  };
}

function listenForStop(listener: (signal: StopSignal) => void): () => void {
  const onInterrupt = (): void => listener("SIGINT");
  const onTerminate = (): void => listener("SIGTERM");
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return () => {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
  };
}
