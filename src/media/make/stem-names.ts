import { toNormalForm } from "../../lib/to-normal-form.ts";

const TEXT_CHARS_MAX = 80;

export interface NamedStem {
  readonly description: string;
  /** With the dot. */
  readonly extension: string;
}

/**
 * Names the stems of a song inside their archive: "Glass Harbour - Drums.wav". Without characters that file systems
 * reserve, and unique even if case is ignored.
 */
export function stemNames(title: string, stems: readonly NamedStem[]): readonly string[] {
  const taken = new Set<string>();
  const song = plain(title) || "Song";
  return stems.map(({ description, extension }, index) => {
    const stem = `${song} - ${plain(description) || `Stem ${index + 1}`}`;
    let name = stem + extension;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} (${copy})${extension}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function plain(text: string): string {
  return toNormalForm(text.toWellFormed(), "NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .slice(0, TEXT_CHARS_MAX)
    .toWellFormed()
    .replace(/^[.\s]+|[.\s]+$/g, "");
}
