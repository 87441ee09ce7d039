import { toNormalForm } from "../lib/to-normal-form.ts";

const NAME_MAX = 180;

/**
 * Content-Disposition for a download (RFC 6266): `filename` for every client, `filename*` for clients that read UTF-8.
 * Neither has characters that file systems reserve.
 */
export function contentDisposition(name: string): string {
  const safe = safeName(name);
  const plain = toNormalForm(safe, "NFKD").replace(/[^\x20-\x7e]/g, (char) => (/\p{M}/u.test(char) ? "" : "_"));
  // Once more, because NFKD can produce a separator: U+2100 becomes "a/c".
  const ascii = safeName(plain);
  return `attachment; filename="${ascii.replace(/["\\%]/g, "_")}"; filename*=UTF-8''${encodeExtended(safe)}`;
}

/** Removes separators, control characters and leading dots. Shortens the name before its extension. */
function safeName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .replace(/^[.\s]+/, "");
  const dot = clean.lastIndexOf(".");
  const extension = dot === -1 ? "" : clean.slice(dot);
  const stem = (dot === -1 ? clean : clean.slice(0, dot)).slice(0, NAME_MAX).toWellFormed().trim();
  return (stem === "" ? "download" : stem) + extension;
}

/** RFC 8187. The header grammar does not allow these four characters, which encodeURIComponent leaves. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
