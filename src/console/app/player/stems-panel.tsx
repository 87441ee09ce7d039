import { t } from "../lib/texts.ts";
import { versionName } from "../results/version-name.ts";
import { audibleStems } from "./stem-mix.ts";
import { stems, switchStem } from "./stems.ts";

/** The stems of the song, each with its switches, above the player. */
export function StemsPanel() {
  const list = stems.value;
  if (list.length === 0) return null;
  const audible = audibleStems(list);
  return (
    <section class="stems" aria-label={t("stems.title")}>
      <ul class="plain-list">
        {list.map(({ file, isMuted, isSolo }, index) => {
          const name = versionName(file);
          return (
            <li key={file.id} class={audible[index] === true ? "stem" : "stem silent"}>
              <span>{name}</span>
              <button
                type="button"
                class="button quiet small"
                aria-pressed={isSolo}
                aria-label={t("stems.solo-stem", { name })}
                onClick={() => switchStem(index, { isSolo: !isSolo })}
              >
                {t("stems.solo")}
              </button>
              <button
                type="button"
                class="button quiet small"
                aria-pressed={isMuted}
                aria-label={t("stems.mute-stem", { name })}
                onClick={() => switchStem(index, { isMuted: !isMuted })}
              >
                {t("stems.mute")}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
