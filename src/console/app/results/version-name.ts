import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";

/** Usual names of versions and stems. A catalog's other names stay as they are. */
const USUAL: ReadonlyMap<string, Exclude<Extract<TextKey, `version.${string}`>, "version.cut">> = new Map([
  ["full mix", "version.full"],
  ["main mix", "version.main"],
  ["instrumental", "version.instrumental"],
  ["vocals", "version.vocals"],
  ["lead vocals", "version.lead"],
  ["drums", "version.drums"],
  ["percussion", "version.percussion"],
  ["bass", "version.bass"],
  ["guitar", "version.guitar"],
  ["piano", "version.piano"],
  ["strings", "version.strings"],
  ["brass", "version.brass"],
  ["melody", "version.melody"],
  ["other", "version.other"],
]);

const CUT = /^(\d{1,3})[ -]seconds? cut$/i;

/** Returns what to call a version: by the catalog's name for it, which usual names have in the page's language. */
export function versionName({ description }: { readonly description: string }): string {
  if (description === "") return t("results.version");
  const [, seconds] = CUT.exec(description) ?? [];
  if (seconds !== undefined) return t("version.cut", { seconds });
  const key = USUAL.get(description.toLowerCase());
  return key === undefined ? description : t(key);
}
