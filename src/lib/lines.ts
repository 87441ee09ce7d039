/** Longer lines than this are a mistake in the file, not a line. */
export const LINE_LENGTH_MAX = 4 * 1024 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a UTF-8 stream as they come, without their ends; a byte order mark is dropped. Throws for an endless line. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8");
  let number = 0;
  let rest = "";
  for await (const chunk of stream) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) yield { number: (number += 1), text: withoutReturn(piece) };
    if (rest.length > LINE_LENGTH_MAX)
      throw new Error(`line ${number + 1} is longer than ${LINE_LENGTH_MAX} characters`);
  }
  rest += decoder.decode();
  if (rest !== "") yield { number: number + 1, text: withoutReturn(rest) };
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
