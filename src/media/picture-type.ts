const HEAD_BYTES = 16;

/**
 * Detects the media type of a picture from its first bytes; null for other content and for an unreadable file. File names are
 * ignored, because browsers show the picture. SVG is not supported: it can hold scripts.
 */
export async function pictureType(path: string): Promise<string | null> {
  const head = await Bun.file(path)
    .slice(0, HEAD_BYTES)
    .bytes()
    .catch(() => new Uint8Array());
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (text.slice(4, 8) === "ftyp" && /^avi[fs]$/.test(text.slice(8, 12))) return "image/avif";
  return null;
}
