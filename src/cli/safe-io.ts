import { escaped } from "../lib/printable.ts";
import type { Io, Sink } from "./io.ts";

/** The world outside a command: what it prints cannot control a terminal, whatever a title or a file name holds. */
export interface SafeIo extends Io {
  /** stderr as it is, for what is to control the terminal: progress on a line that is written anew. */
  readonly screen: Sink;
}

export function safeIo(io: Io): SafeIo {
  return { ...io, out: safe(io.out), err: safe(io.err), screen: io.err };
}

function safe(sink: Sink): Sink {
  return { isTerminal: sink.isTerminal, columns: sink.columns, write: (text) => sink.write(escaped(text)) };
}
