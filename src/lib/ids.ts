/** A source of new UUIDs. It is passed in, so that tests can choose the ids. */
export type NewId = () => string;

export const randomId: NewId = () => crypto.randomUUID();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Returns a UUID from the first 128 bits of the SHA-256 of `name`, with the version (8, custom) and variant bits of
 * RFC 9562 section 5.8. The same name always gives the same id.
 */
export function uuidOf(name: string): string {
  const bytes = new Bun.CryptoHasher("sha256").update(name).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.subarray(0, 16).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
