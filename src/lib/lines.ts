/** Characters. A longer line is an error in the file. */
export const LINE_LENGTH_MAX = 4 * 1024 * 1024;

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
}

/** Yields the lines of a UTF-8 stream without line ends and byte order mark. Throws if a line is too long. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
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
