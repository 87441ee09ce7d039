import type { SniffedType } from "./media-type.ts";

/** The most that is looked at: an EBML header with every element it may have is far shorter. */
export const SNIFF_BYTES_MAX = 4_096;
/** Enough of anything but Matroska. */
const SNIFF_BYTES_MIN = 32;

/** HEIF and AVIF pictures, Canon raw, and audio books share the box format of MP4, and are no film. */
const NO_FILM_BRANDS = /^(avi[fs]|hei[cxms]|hev[cxms]|mi[af]1|msf1|miaf|MiHE|crx |jp2 |jpm |jpx |M4[ABP] |F4[AB] )$/;
/** How a QuickTime file without `ftyp` begins. */
const QUICKTIME_ATOMS = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

const EBML_MAGIC = "\x1a\x45\xdf\xa3";
const DOC_TYPE_ID = 0x4282;

/**
 * What a file is by its first bytes: null for what is not taken, "more" while too little of it is there to tell.
 * @param isWhole nothing follows `head`.
 */
export function sniff(head: Uint8Array, isWhole: boolean): SniffedType | null | "more" {
  const needsMore = !isWhole && head.length < SNIFF_BYTES_MAX;
  if (needsMore && head.length < SNIFF_BYTES_MIN) return "more";
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFF_BYTES_MIN)).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return { kind: "image", format: "jpeg", type: "image/jpeg" };
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return { kind: "image", format: "png", type: "image/png" };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") {
    return { kind: "image", format: "webp", type: "image/webp" };
  }
  if (text.startsWith(EBML_MAGIC)) {
    const docType = docTypeOf(head);
    if (docType === null && needsMore) return "more";
    return docType === "webm" ? { kind: "video", container: "matroska", type: "video/webm" } : null;
  }
  if (!isFilmBox(text)) return null;
  return { kind: "video", container: "mov", type: isQuickTime(text) ? "video/quicktime" : "video/mp4" };
}

/** ISO/IEC 14496-12 section 4.3: a size, `ftyp`, and the major brand; before that QuickTime's atoms alone. */
function isFilmBox(text: string): boolean {
  const box = text.slice(4, 8);
  if (box === "ftyp") return !NO_FILM_BRANDS.test(text.slice(8, 12));
  return QUICKTIME_ATOMS.has(box);
}

/** The QuickTime brand, or QuickTime's atoms without `ftyp`. */
function isQuickTime(text: string): boolean {
  return text.slice(4, 8) !== "ftyp" || text.slice(8, 12) === "qt  ";
}

/** The DocType of an EBML header (RFC 8794 section 11.2): what tells WebM from other Matroska. Null when not found. */
function docTypeOf(head: Uint8Array): string | null {
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

/** A variable-size integer (RFC 8794 section 4) of up to four bytes, with its length marker cut off or kept. */
function readVint(
  bytes: Uint8Array,
  at: number,
  isSize: boolean,
): { readonly value: number; readonly next: number } | null {
  const first = bytes[at] ?? 0;
  const eight = first === 0x01 && isSize;
  const length = eight ? 8 : Math.clz32(first) - 23;
  if (first === 0 || (length > 4 && !eight) || at + length > bytes.length) return null;
  let value = isSize ? first & (0xff >> length) : first;
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, next: at + length };
}
