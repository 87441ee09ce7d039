import { isAdminPage, type PageName } from "../../page-paths.ts";
import { pageName } from "../lib/page-name.ts";
import { place } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";

type NamedPage = Exclude<PageName, `admin-${string}`>;

const TITLES: Readonly<Record<NamedPage, TextKey>> = {
  search: "frame.search",
  catalog: "frame.catalog",
  song: "frame.catalog",
  artist: "frame.catalog",
  playlists: "playlists.title",
  shortlists: "frame.shortlists",
  "cue-sheets": "lists.cue-sheet",
  status: "frame.status",
};

/** Returns the title of the page that the address names, for the browser's tabs and its history. */
export function pageTitle(): string {
  const { page } = place.value;
  const key = page === null ? "missing.title" : isAdminPage(page) ? "frame.admin" : TITLES[page];
  return `${pageName.value ?? t(key)} · Needledrop`;
}
