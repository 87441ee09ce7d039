import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";
import { isHelpOpen } from "./player-state.ts";

/** Keys as they are printed on keyboards, with what they do. */
const KEYS: readonly (readonly [keys: readonly string[], text: TextKey])[] = [
  [["Ctrl+K"], "keys.brief"],
  [["Space", "K"], "keys.toggle"],
  [["←", "→"], "keys.seek-little"],
  [["J", "L"], "keys.seek-more"],
  [["N", "P"], "keys.song"],
  [["1", "…", "9"], "keys.version"],
  [["S"], "keys.similar"],
  [["F"], "keys.shortlist"],
  [["V"], "keys.film"],
  [["M"], "keys.stems"],
  [["C"], "keys.compare"],
  [["G", "B"], "keys.mark"],
  [["I", "O"], "keys.section"],
  [["Esc"], "keys.escape"],
  [["?"], "keys.help"],
];

/** The list of keys. The browser keeps the focus inside and gives it back. */
export function KeyList() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="key-list"
      aria-labelledby="key-list-title"
      onClose={() => (isHelpOpen.value = false)}
      onKeyDown={(event) => {
        if (event.key === "?") isHelpOpen.value = false;
      }}
    >
      <header>
        <h2 id="key-list-title">{t("keys.title")}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t("keys.close")}
          onClick={() => (isHelpOpen.value = false)}
        >
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (key === "…" ? "…" : <kbd key={key}>{key === "Space" ? t("keys.space") : key}</kbd>))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p class="dim">{t("keys.fields")}</p>
    </dialog>
  );
}
