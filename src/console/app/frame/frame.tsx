import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { goTo, place } from "../lib/router.ts";
import { isSigningOut, session } from "../lib/session.ts";
import { PlayerSlot } from "../player/player-slot.tsx";
import { followKey } from "../shortlists/add-song.ts";
import { CurrentPage } from "./current-page.tsx";
import { pageTitle } from "./page-title.ts";
import { TopBar } from "./top-bar.tsx";

/** A title that stays for this time is spoken. */
const SETTLED_MS = 500;

/** The frame of every page: the top bar, the page that the address names, and the player. */
export function Frame() {
  useEffect(() => {
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  const title = pageTitle();
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isSignedIn = session.value !== null && session.value.user !== null;
  useEffect(() => {
    return isSignedIn ? followKey() : undefined;
  }, [isSignedIn]);
  return (
    <>
      <TopBar />
      <PageNews title={title} />
      <main id="page" tabIndex={-1}>
        <CurrentPage isSignedIn={isSignedIn} />
      </main>
      {isSignedIn && !isSigningOut.value ? <PlayerSlot /> : null}
    </>
  );
}

/** Says which page is shown when another one was opened: nothing else tells a screen reader. */
function PageNews({ title }: { readonly title: string }) {
  const news = useSignal("");
  const first = useRef(title);
  useEffect(() => {
    if (title === first.current && news.peek() === "") return undefined;
    // The name of a song follows when the song is read.
    const timer = setTimeout(() => (news.value = title), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [title]);
  return (
    <p class="hidden-text" role="status">
      {news.value}
    </p>
  );
}

/** Ctrl+K, or Cmd+K, leads to the brief from everywhere. */
function focusSearch(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (place.value.page !== "search") goTo("/");
  requestAnimationFrame(() => document.querySelector<HTMLTextAreaElement>("#brief")?.select());
}
