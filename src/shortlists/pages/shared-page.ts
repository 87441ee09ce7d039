import type { DescribedEntry } from "../described-entry.ts";
import type { OpenedShare } from "../shares/shares.ts";
import { dateText, escapeHtml, htmlPage, minutesText, PAGE_FILES_PREFIX } from "./page-parts.ts";
import { type PageReader, pageText, type ServedLanguage } from "./page-texts.ts";

const SCRIPT = `<script type="module" src="${PAGE_FILES_PREFIX}/start.js"></script>\n`;

/** Returns the page of a shared link: the songs with a player for each. `base` is the path of the link. */
export function sharedPage(
  {
    share,
    shortlist,
    base,
    entries,
  }: Pick<OpenedShare, "share" | "shortlist"> & {
    readonly base: string;
    readonly entries: readonly DescribedEntry[];
  },
  reader: PageReader,
): string {
  const { language } = reader;
  const t = (key: Parameters<typeof pageText>[1], values = {}): string => escapeHtml(pageText(language, key, values));
  const note = share.hasNotes && shortlist.note !== "" ? `<p class="note">${escapeHtml(shortlist.note)}</p>\n` : "";
  const until = t("until", { date: dateText(reader, share.expiresAt) });
  const songs = entries.map((entry) => {
    const { row, title, artists, file } = entry;
    const player =
      file === null
        ? `<p class="gone">${t("unavailable")}</p>`
        : `<audio controls preload="none" src="${base}/audio/${row.id}" aria-label="${escapeHtml(title)}"></audio>
<p class="state" role="status" data-preparing="${t("preparing")}" data-broken="${t("broken")}"></p>`;
    const own = share.hasNotes && row.note !== "" ? `<p class="note">${escapeHtml(row.note)}</p>` : "";
    return `<li>
<h2>${escapeHtml(title)}</h2>
<p class="by">${[escapeHtml(artists), minutesText(file?.duration ?? null)].filter((part) => part !== "").join(" · ")}</p>
${own}${player}
</li>`;
  });
  return htmlPage(language, {
    title: shortlist.name,
    style: "shared.css",
    head: SCRIPT,
    body: `<header>
<p class="for">${t("for", { name: share.recipient })}</p>
<h1>${escapeHtml(shortlist.name)}</h1>
<p class="facts">${t("songs", { count: entries.length })} · ${until}</p>
${note}</header>
<main>
<ol>
${songs.join("\n")}
</ol>
</main>
<footer><p>${t("watermarked")}</p></footer>`,
  });
}

/** Returns the page for a link that does not work any more. It does not say why. */
export function endedPage(language: ServedLanguage): string {
  const title = pageText(language, "ended");
  return htmlPage(language, {
    title,
    style: "shared.css",
    body: `<main class="ended"><h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(pageText(language, "ask"))}</p></main>`,
  });
}
