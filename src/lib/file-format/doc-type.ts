/** The ID of the EBML element, as Latin-1. */
export const EBML_MAGIC = "\x1a\x45\xdf\xa3";
const DOC_TYPE_ID = 0x4282;

/** Returns the DocType of an EBML header (RFC 8794, 11.2), which distinguishes WebM from Matroska; null if these bytes hold none. */
export function docTypeOf(head: Uint8Array): string | null {
  const header = readVint(head, EBML_MAGIC.length, true);
  if (header === null) return null;
  const end = Math.min(head.length, header.next + header.value);
  for (let at = header.next; at < end;) {
    const id = readVint(head, at, false);
    const size = id === null ? null : readVint(head, id.next, true);
    if (id === null || size === null || size.next + size.value > end) return null;
    if (id.value === DOC_TYPE_ID) {
      const bytes = head.subarray(size.next, size.next + size.value);
      return Buffer.from(bytes).toString("latin1").replace(/\0+$/, "");
    }
    at = size.next + size.value;
  }
  return null;
}

/**
 * Reads a variable-size integer (RFC 8794, 4) of one to four bytes, or of eight bytes for a size. An ID retains its length
 * marker; a size does not.
 */
function readVint(
  bytes: Uint8Array,
  at: number,
  isSize: boolean,
): { readonly value: number; readonly next: number } | null {
  const first = bytes[at] ?? 0;
  const isEightBytes = first === 0x01 && isSize;
  const length = isEightBytes ? 8 : Math.clz32(first) - 23;
  if (first === 0 || (length > 4 && !isEightBytes) || at + length > bytes.length) return null;
  let value = isSize ? first & (0xff >> length) : first;
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, next: at + length };
}
