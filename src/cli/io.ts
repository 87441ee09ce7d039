import { createInterface } from "node:readline/promises";
import { basename } from "node:path";
import type { ProcessUser } from "../app/act-as-owner.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { escaped } from "../lib/printable.ts";
import { ownUserId } from "../lib/user-names.ts";
import { forbidCoreDumps } from "../native/forbid-core-dumps.ts";

/** An output stream. `write` resolves when the text is written, so a slow reader slows the command instead of filling memory. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Characters per line of a terminal; otherwise infinite. */
  readonly columns: number;
  write(text: string): Promise<void>;
}

export type StopSignal = "SIGINT" | "SIGTERM";

/** The process's environment and streams, passed in so that tests can replace them. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** stdout: the result of the command. */
  readonly out: Sink;
  /** stderr: progress, log, warnings and errors. */
  readonly err: Sink;
  /** Destination of the log; stderr if absent. */
  readonly logTo?: { write(line: string): void };
  /** Calls `listener` for every SIGINT and SIGTERM until the returned function is called. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
  /** Calls `listener` for every SIGHUP until the returned function is called. */
  onReloadSignal(listener: () => void): () => void;
  /** Shows a question on the terminal and returns the answer; null if stdin is no terminal, or at its end. */
  ask(question: string): Promise<string | null>;
  /** Ends the process immediately. */
  kill(status: number): void;
  /** The user that the process runs as. */
  readonly user: ProcessUser;
  /** The program as a shell can call it again. */
  readonly program: string;
  /** Disables core dumps of this process and its children. Returns the reason if that fails, otherwise null. */
  forbidCoreDumps(): string | null;
}

/** Io whose `out` and `err` escape control characters, so that a title or file name cannot control a terminal. */
export interface SafeIo extends Io {
  /** stderr without escaping, for the progress line, which does control the terminal. */
  readonly screen: Sink;
}

/** The reader of stdout has closed it (`needledrop search … | head -1`). This is not a failure. */
export class ReaderGone extends Error {
  constructor() {
    super("The reader of the output has closed it.");
    this.name = "ReaderGone";
  }
}

/** Assumed width of a terminal that does not report its size. */
const COLUMNS_UNKNOWN = 80;

export function processIo(): Io {
  return {
    environment: process.env,
    out: sinkOf(process.stdout),
    err: sinkOf(process.stderr),
    onStopSignal,
    onReloadSignal: (listener) => {
      process.on("SIGHUP", listener);
      return () => process.off("SIGHUP", listener);
    },
    ask,
    kill: (status) => process.exit(status),
    forbidCoreDumps,
    user: processUser(),
    // In a checkout the process is Bun, so a name reads better than its path.
    program: basename(process.execPath) === "needledrop" ? process.execPath : "needledrop",
  };
}

/** The groups come from the system's list of users; a user without a name has only its own group. */
function processUser(): ProcessUser {
  return {
    id: ownUserId(),
    become: ({ id, groupId, name }) => {
      // The type declarations lack initgroups.
      const isNamed = !name.startsWith("#");
      if (isNamed && "initgroups" in process && typeof process.initgroups === "function") {
        process.initgroups(name, groupId);
      } else process.setgroups?.([groupId]);
      process.setgid?.(groupId);
      process.setuid?.(id);
    },
  };
}

export function safeIo(io: Io): SafeIo {
  return { ...io, out: escapingSink(io.out), err: escapingSink(io.err), screen: io.err };
}

function escapingSink(sink: Sink): Sink {
  return { isTerminal: sink.isTerminal, columns: sink.columns, write: (text) => sink.write(escaped(text)) };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  // Without a listener, a broken pipe would end the process with a stack trace. `write` reports it instead.
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

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve } = Promise.withResolvers<null>();
  terminal.once("close", () => resolve(null));
  // The question has no answer after Ctrl-C or Ctrl-D.
  const answer = await Promise.race([terminal.question(question).catch(() => null), promise]);
  terminal.close();
  return answer;
}

function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  const onInterrupt = (): void => listener("SIGINT");
  const onTerminate = (): void => listener("SIGTERM");
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return () => {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
  };
}
