import type { Steps } from "../../lib/steps.ts";
import { toNormalForm } from "../../lib/to-normal-form.ts";

/** A line of text; bold lines are headings. */
export interface PdfLine {
  readonly text: string;
  readonly isBold?: boolean;
}

/** A4 in landscape, in points. */
const WIDTH = 842;
const HEIGHT = 595;
const MARGIN = 30;
const FONT_SIZE = 7.5;
const LEADING = 10;
/** Every character of Courier is 0.6 of the font size wide. */
const CHARACTER_WIDTH = 0.6;

export const PDF_COLUMNS = Math.floor((WIDTH - 2 * MARGIN) / (FONT_SIZE * CHARACTER_WIDTH));
const PAGES_PER_STEP = 5;
const OBJECTS_PER_STEP = 100;
const LINES_PER_PAGE = Math.floor((HEIGHT - 2 * MARGIN) / LEADING) - 2;

/**
 * Returns a PDF with lines of text in Courier, which every reader has, so no font is embedded. Each page ends with `footer` and its
 * number. Its parts have one byte per character. Source: ISO 32000-1, 7.5 (file structure) and annex D (WinAnsiEncoding).
 */
export function* pdfOfLines(
  lines: readonly PdfLine[],
  { title, footer }: { readonly title: string; readonly footer: string },
): Steps<readonly string[]> {
  const pages: (readonly PdfLine[])[] = [];
  for (let at = 0; at < Math.max(1, lines.length); at += LINES_PER_PAGE)
    pages.push(lines.slice(at, at + LINES_PER_PAGE));
  const firstPage = 6;
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font("Courier"),
    font("Courier-Bold"),
    `<< /Title ${literal(title)} /Producer (Needledrop) >>`,
  ];
  for (const [at, page] of pages.entries()) {
    if (at % PAGES_PER_STEP === 0) yield;
    const content = contentOf(page, `${footer}  ${at + 1}/${pages.length}`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + 2 * at + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  return yield* fileOf(objects);
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function contentOf(lines: readonly PdfLine[], footer: string): string {
  const top = HEIGHT - MARGIN - FONT_SIZE;
  const shown = lines.map(
    ({ text, isBold }) => `/${isBold === true ? "F2" : "F1"} ${FONT_SIZE} Tf ${literal(text)} Tj T*`,
  );
  return [
    `BT ${LEADING} TL ${MARGIN} ${top} Td`,
    ...shown,
    "ET",
    `BT /F1 ${FONT_SIZE} Tf ${MARGIN} ${MARGIN} Td ${literal(footer)} Tj ET`,
  ].join("\n");
}

function* fileOf(objects: readonly string[]): Steps<readonly string[]> {
  const parts = ["%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n"];
  const offsets: number[] = [];
  let length = parts.join("").length;
  for (const [at, object] of objects.entries()) {
    if (at % OBJECTS_PER_STEP === 0) yield;
    const part = `${at + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return parts;
}

/** Most lines, which need no look at each character. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** A string of a PDF: in brackets, one byte per character. */
function literal(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return `(${text.replaceAll(/[()\\]/g, String.raw`\$&`)})`;
  const bytes = Array.from(encoded(text).bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if ("()\\".includes(character)) return `\\${character}`;
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : character;
  });
  return `(${bytes.join("")})`;
}

/** Whether a standard font of PDF has all characters of a text, at least without their accents. */
export function isShownInFull(text: string): boolean {
  return PRINTABLE_ASCII.test(text) || encoded(text).isComplete;
}

function encoded(text: string): { readonly bytes: readonly number[]; readonly isComplete: boolean } {
  let isComplete = true;
  const bytes = Array.from(toNormalForm(text, "NFC"), (character) => {
    const byte = byteOf(character);
    if (byte !== null) return byte;
    isComplete = false;
    return byteOf(toNormalForm(character, "NFKD").replaceAll(/\p{M}/gu, "").slice(0, 1)) ?? "?".charCodeAt(0);
  });
  return { bytes, isComplete };
}

/** The characters of Windows-1252 beyond Latin-1, by their bytes from 0x80. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

function byteOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  const at = WINDOWS.indexOf(character);
  return at < 0 || character === "" ? null : 0x80 + at;
}
