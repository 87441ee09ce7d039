import { messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { pathTo, place } from "../lib/router.ts";
import { session, signOut } from "../lib/session.ts";
import { t } from "../lib/texts.ts";
import { useCurrentLink } from "./current-link.ts";
import { Mark } from "./mark.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { Preferences } from "./preferences.tsx";

const LIST_PAGES: ReadonlySet<string | null> = new Set(["shortlists", "cue-sheets"]);
const CATALOG_PAGES: ReadonlySet<string | null> = new Set(["catalog", "song", "artist", "playlists"]);

export function TopBar() {
  const user = session.value?.user ?? null;
  const links = useCurrentLink<HTMLElement>(place.value.page);
  return (
    <header class="top-bar">
      <a class="skip" href="#page">
        {t("frame.skip")}
      </a>
      <a class="brand" href="/" aria-label="Needledrop">
        <Mark />
        <span class="brand-name">Needledrop</span>
      </a>
      <nav class="top-links" ref={links} aria-label={t("frame.pages")}>
        {user === null ? null : (
          <a href="/" aria-current={place.value.page === "search" ? "page" : undefined} title="Ctrl+K">
            {t("frame.search")}
          </a>
        )}
        {user === null ? null : (
          <a href={pathTo("catalog")} aria-current={CATALOG_PAGES.has(place.value.page) ? "page" : undefined}>
            {t("frame.catalog")}
          </a>
        )}
        {user === null ? null : (
          <a href={pathTo("shortlists")} aria-current={LIST_PAGES.has(place.value.page) ? "page" : undefined}>
            {t("frame.shortlists")}
          </a>
        )}
        {user?.role === "admin" ? (
          <a href={pathTo("admin-keys")} aria-current={place.value.page?.startsWith("admin-") ? "page" : undefined}>
            {t("frame.admin")}
          </a>
        ) : null}
        <a href={pathTo("status")} aria-current={place.value.page === "status" ? "page" : undefined}>
          {t("frame.status")}
        </a>
        <a href="/reference" class="wide-only">
          {t("frame.reference")}
        </a>
      </nav>
      <Preferences />
      {user === null ? null : (
        <div class="who">
          <span class="dim wide-only">{user.name}</span>
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              signOut().catch((error: unknown) => notify(messageOf(error), { isBad: true }));
            }}
          >
            {t("frame.sign-out")}
          </button>
        </div>
      )}
      <NoticeBar />
    </header>
  );
}
