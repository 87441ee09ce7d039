import type { PageReader, ServedLanguage } from "./page-texts.ts";

/** URL prefix of the style sheets and scripts of these pages. */
export const PAGE_FILES_PREFIX = "/shared/files";

/** Returns the HTML of a page. `title` is text, `head` and `body` are HTML. It has no inline script and no inline style. */
export function htmlPage(
  language: ServedLanguage,
  { title, style, head = "", body }: { title: string; style: string; head?: string; body: string },
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PAGE_FILES_PREFIX}/${style}">
${head}</head>
<body>
${body}
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}

/** `3:07` for seconds; a dash for an unknown length. */
export function minutesText(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A date as the reader writes it, in UTC. */
export function dateText({ region }: PageReader, milliseconds: number): string {
  return new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: "UTC" }).format(milliseconds);
}

const STARS = 5;

/** `★★★☆☆`; empty for 0. */
export function starsText(rating: number): string {
  return rating === 0 ? "" : "★".repeat(rating) + "☆".repeat(STARS - rating);
}
