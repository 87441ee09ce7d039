import { useEffect } from "preact/hooks";
import { goTo, place } from "../lib/router.ts";
import { isSigningOut, session } from "../lib/session.ts";
import { PlayerSlot } from "../player/player-slot.tsx";
import { addByKey } from "../shortlists/add-song.ts";
import { CurrentPage } from "./current-page.tsx";
import { pageTitle } from "./page-title.ts";
import { TopBar } from "./top-bar.tsx";

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
    if (!isSignedIn) return undefined;
    addEventListener("keydown", addByKey);
    return () => removeEventListener("keydown", addByKey);
  }, [isSignedIn]);
  return (
    <>
      <TopBar />
      <main id="page" tabIndex={-1}>
        <CurrentPage isSignedIn={isSignedIn} />
      </main>
      {isSignedIn && !isSigningOut.value ? <PlayerSlot /> : null}
    </>
  );
}

/** Ctrl+K, or Cmd+K, leads to the brief from everywhere. */
function focusSearch(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (place.value.page !== "search") goTo("/");
  requestAnimationFrame(() => document.querySelector<HTMLTextAreaElement>("#brief")?.select());
}
