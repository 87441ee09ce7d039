/** The byte order mark with which spreadsheets begin what they call Unicode text. */
const WIDE_MARK = [0xff, 0xfe] as const;

/** Bytes of a text as UTF-8: a text that begins with the mark of UTF-16 (little end first) is turned into it. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let wide: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst && chunk[0] === WIDE_MARK[0] && chunk[1] === WIDE_MARK[1]) wide = new TextDecoder("utf-16le");
    isFirst = false;
    yield wide === null ? chunk : encoder.encode(wide.decode(chunk, { stream: true }));
  }
}
