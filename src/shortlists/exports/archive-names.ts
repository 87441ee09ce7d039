import { toNormalForm } from "../../lib/to-normal-form.ts";

const NAME_CHARS_MAX = 120;

/** Returns the name of a file in an archive: `03 Glass Harbour - Ada Field.mp3`. The number makes it unique. */
export function archiveName(
  { position, title, artists }: { readonly position: number; readonly title: string; readonly artists: string },
  count: number,
  extension: string,
): string {
  const number = String(position).padStart(Math.max(2, String(count).length), "0");
  return `${number} ${plain(artists === "" ? title : `${title} - ${artists}`)}${extension}`;
}

/** Without characters that file systems reserve. */
function plain(text: string): string {
  const clean = toNormalForm(text.toWellFormed(), "NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .slice(0, NAME_CHARS_MAX)
    .toWellFormed()
    .replace(/[.\s]+$/g, "");
  return clean === "" ? "Song" : clean;
}
