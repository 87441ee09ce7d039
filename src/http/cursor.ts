const PLAIN = /^after:(\d{1,15})$/;

/** A place in a list as an opaque text, so that clients follow links instead of counting. */
export function encodeCursor(ordinal: number): string {
  return Buffer.from(`after:${ordinal}`).toString("base64url");
}

/** The ordinal that `encodeCursor` was given, or null for any other text. */
export function decodeCursor(cursor: string): number | null {
  const ordinal = PLAIN.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  return ordinal === undefined || encodeCursor(Number(ordinal)) !== cursor ? null : Number(ordinal);
}
