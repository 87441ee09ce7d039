import { useEffect } from "preact/hooks";
import { isAdminPage } from "../../page-paths.ts";
import { AdminSlot } from "../admin/admin-slot.tsx";
import { lazy } from "../lib/lazy.tsx";
import { goTo, place } from "../lib/router.ts";
import { isSigningOut, session } from "../lib/session.ts";
import { PlayerSlot } from "../player/player-slot.tsx";
import { SearchPage } from "../search/search-page.tsx";
import { addByKey } from "../shortlists/add-song.ts";
import { forgetLists } from "../shortlists/lists-state.ts";
import { SignInPage } from "../sign-in/sign-in-page.tsx";
import { StatusPage } from "../status/status-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { TopBar } from "./top-bar.tsx";

/** Pages that need no session. */
const OPEN_PAGES: ReadonlySet<string | null> = new Set(["status", null]);

const CatalogPage = lazy(async () => (await import("../catalog/catalog-page.tsx")).CatalogPage);
const SongPage = lazy(async () => (await import("../catalog/song-page.tsx")).SongPage);
const ArtistPage = lazy(async () => (await import("../catalog/artist-page.tsx")).ArtistPage);
const PlaylistsPage = lazy(async () => (await import("../catalog/playlists-page.tsx")).PlaylistsPage);
const PlaylistPage = lazy(async () => (await import("../catalog/playlists-page.tsx")).PlaylistPage);
const ListsPage = lazy(async () => (await import("../shortlists/lists-page.tsx")).ListsPage);
const ListPage = lazy(async () => (await import("../shortlists/list-page.tsx")).ListPage);

/** The frame of every page: the top bar, the page that the address names, and the player. */
export function Frame() {
  useEffect(() => {
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  const isSignedIn = session.value !== null && session.value.user !== null;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    addEventListener("keydown", addByKey);
    return () => {
      removeEventListener("keydown", addByKey);
      forgetLists();
    };
  }, [isSignedIn]);
  return (
    <>
      <TopBar />
      <main id="page" tabIndex={-1}>
        {currentPage(isSignedIn)}
      </main>
      {isSignedIn && !isSigningOut.value ? <PlayerSlot /> : null}
    </>
  );
}

function currentPage(isSignedIn: boolean) {
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
    case "status":
      return <StatusPage />;
    case null:
      return <MissingPage />;
  }
}

/** Ctrl+K, or Cmd+K, leads to the brief from everywhere. */
function focusSearch(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (place.value.page !== "search") goTo("/");
  requestAnimationFrame(() => document.querySelector<HTMLTextAreaElement>("#brief")?.select());
}
