/** Encodes a position in a list as opaque text, so that clients follow links instead of computing positions. */
export function encodeCursor(position: string): string {
  return Buffer.from(position).toString("base64url");
}

/** Decodes a cursor. Returns null unless it encodes a position that matches `pattern`. */
export function decodeCursor(cursor: string, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(Buffer.from(cursor, "base64url").toString());
  return match === null || encodeCursor(match[0]) !== cursor ? null : match;
}
