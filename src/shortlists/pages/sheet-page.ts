import { type ExportedShortlist, keyText } from "../exports/exported-shortlist.ts";
import type { DescribedEntry } from "../described-entry.ts";
import { dateText, escapeHtml, htmlPage, minutesText, starsText } from "./page-parts.ts";
import { type PageReader, pageText } from "./page-texts.ts";

/** Returns a shortlist as a page to print: no links, no scripts, one row for each song. */
export function sheetPage(
  { shortlist, entries, now }: Pick<ExportedShortlist, "shortlist" | "entries" | "now">,
  reader: PageReader,
): string {
  const { language } = reader;
  const t = (key: Parameters<typeof pageText>[1], values = {}): string => escapeHtml(pageText(language, key, values));
  const heads = (["number", "song", "version", "length", "tempo", "key", "rating", "offset"] as const).map(
    (name) => `<th scope="col">${t(name)}</th>`,
  );
  const facts = [t("songs", { count: entries.length }), t("printed", { date: dateText(reader, now) })];
  const note = shortlist.note === "" ? "" : `<p class="note">${escapeHtml(shortlist.note)}</p>\n`;
  return htmlPage(language, {
    title: shortlist.name,
    style: "sheet.css",
    body: `<h1>${escapeHtml(shortlist.name)}</h1>
<p class="facts">${facts.join(" · ")}</p>
${note}<table>
<thead><tr>${heads.join("")}</tr></thead>
${entries.map((entry) => rowOf(entry, t("unavailable"))).join("\n")}
</table>`,
  });
}

/** A song and its note are one body, so that a page break does not separate them. */
function rowOf(entry: DescribedEntry, unavailable: string): string {
  const { row, title, artists, song, file, availability } = entry;
  const state = availability === "available" ? "" : ` <em>(${unavailable})</em>`;
  const cells = [
    String(row.position),
    `<strong>${escapeHtml(title)}</strong>${state}<br>${escapeHtml(artists)}`,
    escapeHtml(file?.description ?? ""),
    minutesText(file?.duration ?? null),
    song?.bpm === null || song === null ? "–" : String(song.bpm),
    escapeHtml(keyText(entry) || "–"),
    starsText(row.rating),
    row.offsetSeconds === null ? "" : `${row.offsetSeconds.toFixed(2)} s`,
  ];
  const note = row.note === "" ? "" : `<tr><td></td><td colspan="7" class="note">${escapeHtml(row.note)}</td></tr>`;
  return `<tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>${note}</tbody>`;
}
