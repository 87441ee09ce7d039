import { t } from "../lib/texts.ts";

export function MissingPage() {
  return (
    <section class="sheet">
      <h1>{t("missing.title")}</h1>
      <p>{t("missing.text")}</p>
      <p>
        <a href="/">{t("missing.back")}</a>
      </p>
    </section>
  );
}
