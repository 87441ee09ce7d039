import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";

const DOWNLOADS: readonly (readonly [path: string, text: TextKey])[] = [
  ["export.csv", "list.csv"],
  ["export.json", "list.json"],
  ["export.m3u8", "list.m3u8"],
  ["files.zip", "list.zip-mp3"],
  ["files.zip?format=wav", "list.zip-wav"],
];

/** The exports of a shortlist. The browser's session opens them. */
export function ExportLinks({ id }: { readonly id: string }) {
  const base = `/v1/shortlists/${id}`;
  return (
    <nav class="export-links" aria-label={t("list.export")}>
      <span class="dim">{t("list.export")}</span>
      <a href={`${base}/sheet`} target="_blank" rel="noopener">
        {t("list.sheet")}
      </a>
      {DOWNLOADS.map(([path, text]) => (
        <a key={path} href={`${base}/${path}`} download>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
