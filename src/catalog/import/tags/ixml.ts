import { type FileHandle, open } from "node:fs/promises";

/** Limits for the number of chunks to check and for the size of the iXML text, which usually fits on a page. */
const CHUNKS_MAX = 64;
const IXML_BYTES_MAX = 1024 * 1024;
const HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;
/** The notes of a recordist, and the music fields of ASWG-G006. */
const ELEMENT =
  /<(NOTE|notes|songTitle|artist|album|library|genre|subGenre|mood|instrument|keywords|tempo|bpm|inKey|key|isrcId|isrc)>([^<]{1,20000})<\/\1>/gi;

/**
 * Reads the iXML chunk of a WAV file (ixml.info 3.01), as texts by "IXML:NAME"; empty without such a chunk. music-metadata does not
 * support iXML. Reads only that chunk and the headers of the chunks before it.
 */
export async function readIxml(path: string): Promise<Map<string, string[]>> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let at = RIFF_HEADER_BYTES, count = 0; at + HEADER_BYTES <= size && count < CHUNKS_MAX; count++) {
      const header = await bytesAt(file, at, HEADER_BYTES);
      const length = header.byteLength < HEADER_BYTES ? 0 : header.readUInt32LE(4);
      if (header.toString("latin1", 0, 4) === "iXML") {
        const bytes = await bytesAt(file, at + HEADER_BYTES, Math.min(length, IXML_BYTES_MAX));
        return ixmlTexts(bytes.toString("utf8"));
      }
      at += HEADER_BYTES + length + (length % 2);
    }
    return new Map();
  } finally {
    await file.close();
  }
}

function ixmlTexts(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [, name = "", text = ""] of xml.matchAll(ELEMENT)) {
    const key = `IXML:${name.toUpperCase()}`;
    const list = texts.get(key) ?? [];
    list.push(unescaped(text).trim());
    texts.set(key, list);
  }
  return texts;
}

/** Replaces the five predefined entities of XML. */
function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
