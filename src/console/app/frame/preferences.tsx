import { useSignal } from "@preact/signals";
import { Select } from "../controls/select.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../lib/language.ts";
import { notify } from "../lib/notices.ts";
import { chooseLanguage, language, t } from "../lib/texts.ts";
import { chooseTheme, storedTheme, THEMES } from "../lib/theme.ts";

/** Theme and language. This browser keeps both. */
export function Preferences() {
  const theme = useSignal(storedTheme());
  const failures = useSignal(0);
  return (
    <div class="preferences">
      <Select
        label={t("frame.theme")}
        value={theme.value}
        options={THEMES.map((value) => [value, t(`theme.${value}`)])}
        onChoose={(chosen) => {
          theme.value = chosen;
          chooseTheme(chosen);
        }}
      />
      <Select
        key={failures.value}
        label={t("frame.language")}
        value={language.value}
        options={LANGUAGES.map((value) => [value, LANGUAGE_NAMES[value]])}
        onChoose={(chosen) => {
          chooseLanguage(chosen).catch(() => {
            // A new list shows the language of the page again.
            failures.value += 1;
            notify(t("language.unloaded"), { isBad: true });
          });
        }}
      />
    </div>
  );
}
