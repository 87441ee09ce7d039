import { LINE_LENGTH_MAX } from "../lib/lines.ts";

/** Ends a line that is not as it was written. No entry contains it. */
const CHANGED = "\0";

/**
 * Yields the lines of an export exactly as they are: unlike in other files, a byte order mark, a carriage return, an invalid
 * byte and a missing last line break are changes. Throws an Error for a line that is too long.
 */
export async function* exportLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream) {
    // One character per byte, so that a character that is cut by a chunk stays as it is.
    const pieces = (rest + Buffer.from(chunk).toString("latin1")).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) yield textOf(piece);
    if (rest.length > LINE_LENGTH_MAX) throw new Error(`A line is longer than ${LINE_LENGTH_MAX} bytes.`);
  }
  if (rest !== "") yield rest + CHANGED;
}

function textOf(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return bytes + CHANGED;
  }
}
