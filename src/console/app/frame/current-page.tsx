import { isAdminPage, type PageName } from "../../page-paths.ts";
import { AdminSlot } from "../admin/admin-slot.tsx";
import { lazy } from "../lib/lazy.tsx";
import { place } from "../lib/router.ts";
import { isSigningOut, session } from "../lib/session.ts";
import { SearchPage } from "../search/search-page.tsx";
import { SignInPage } from "../sign-in/sign-in-page.tsx";
import { StatusPage } from "../status/status-page.tsx";
import { MissingPage } from "./missing-page.tsx";

/** Pages that need no session. */
const OPEN_PAGES: ReadonlySet<string | null> = new Set(["status", null]);

const CatalogPage = lazy(async () => (await import("../catalog/catalog-page.tsx")).CatalogPage);
const SongPage = lazy(async () => (await import("../catalog/song-page.tsx")).SongPage);
const ArtistPage = lazy(async () => (await import("../catalog/artist-page.tsx")).ArtistPage);
const PlaylistsPage = lazy(async () => (await import("../catalog/playlists-page.tsx")).PlaylistsPage);
const PlaylistPage = lazy(async () => (await import("../catalog/playlists-page.tsx")).PlaylistPage);
const CueSheetPage = lazy(async () => (await import("../cue-sheets/cue-sheet-page.tsx")).CueSheetPage);
const ListsPage = lazy(async () => (await import("../shortlists/lists-page.tsx")).ListsPage);
const ListPage = lazy(async () => (await import("../shortlists/list-page.tsx")).ListPage);

/** Loads the code of the page that the address names, so that the first render shows it. */
export async function preloadPage(): Promise<void> {
  const { page, params } = place.peek();
  const isOne = params["id"] !== undefined;
  const pages: Partial<Record<PageName, { readonly preload: () => Promise<void> }>> = {
    catalog: CatalogPage,
    song: SongPage,
    artist: ArtistPage,
    playlists: isOne ? PlaylistPage : PlaylistsPage,
    shortlists: isOne ? ListPage : ListsPage,
    "cue-sheets": CueSheetPage,
  };
  if (page !== null) await pages[page]?.preload();
}

/** The page that the address names. */
export function CurrentPage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const { page, params } = place.value;
  if (isSigningOut.value) return null;
  if (session.value === null) return <StatusPage />;
  if (!isSignedIn && !OPEN_PAGES.has(page)) return <SignInPage />;
  if (isAdminPage(page)) return <AdminSlot />;
  switch (page) {
    case "search":
      return <SearchPage id={params["id"] ?? null} />;
    case "catalog":
      return <CatalogPage />;
    case "song":
      return <SongPage id={params["id"] ?? ""} />;
    case "artist":
      return <ArtistPage id={params["id"] ?? ""} />;
    case "playlists":
      return params["id"] === undefined ? <PlaylistsPage /> : <PlaylistPage id={params["id"]} />;
    case "shortlists":
      return params["id"] === undefined ? <ListsPage /> : <ListPage id={params["id"]} />;
    case "cue-sheets":
      return <CueSheetPage />;
    case "status":
      return <StatusPage />;
    case null:
      return <MissingPage />;
  }
}
