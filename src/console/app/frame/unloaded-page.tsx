import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { readHealth } from "../lib/health.ts";
import { loadAgain } from "../lib/session.ts";
import { t } from "../lib/texts.ts";
import { isPlaying } from "../player/player-state.ts";

const TRY_AGAIN_MS = 5_000;
/** A page that is still incomplete after it was loaded anew by itself is not loaded by itself again so soon. */
const BY_ITSELF_MS = 60_000;
const STORED_AS = "needledrop-loaded-anew";

interface UnloadedPageProps {
  /** Loads the code. Resolves with whether it is there. */
  readonly load: () => Promise<boolean>;
}

/** In the place of a page whose code could not be loaded. It tries again when the server answers. */
export function UnloadedPage({ load }: UnloadedPageProps) {
  const isBusy = useSignal(false);
  const tryAgain = async (isAsked: boolean): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    const isDone = await readHealth().then(load, () => true);
    isBusy.value = false;
    // Chromium remembers that a file could not be loaded until the page is loaded anew.
    if (!isDone && (isAsked || mayLoadByItself())) loadAgain();
  };
  useEffect(() => {
    const byItself = (): void => void tryAgain(false);
    const timer = setInterval(byItself, TRY_AGAIN_MS);
    addEventListener("online", byItself);
    return () => {
      clearInterval(timer);
      removeEventListener("online", byItself);
    };
  }, []);
  return (
    <section class="sheet">
      <p class="bad" role="alert">
        {t("page.unloaded")}
      </p>
      <button type="button" class="button" aria-disabled={isBusy.value} onClick={() => void tryAgain(true)}>
        {t("page.try-again")}
      </button>
    </section>
  );
}

/** A song that plays would end. */
function mayLoadByItself(): boolean {
  if (isPlaying.peek()) return false;
  try {
    const last = Number(sessionStorage.getItem(STORED_AS) ?? 0);
    sessionStorage.setItem(STORED_AS, String(Date.now()));
    return Date.now() - last > BY_ITSELF_MS;
  } catch {
    return false;
  }
}
