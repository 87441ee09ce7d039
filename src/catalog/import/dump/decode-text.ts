import type { TextEncodingName } from "./detect-encoding.ts";

/** Converts a text to UTF-8. UTF-8 is passed through unchanged, so that a line with invalid bytes is found later. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncodingName,
): AsyncGenerator<Uint8Array> {
  if (encoding === "utf-8") {
    yield* chunks;
    return;
  }
  // The decoder for Latin-1 is that for Windows-1252 (WHATWG Encoding, 4.2), which only adds characters.
  const decoder = new TextDecoder(encoding === "latin-1" ? "windows-1252" : encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}
