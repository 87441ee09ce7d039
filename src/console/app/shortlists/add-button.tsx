import { Icon } from "../controls/icon.tsx";
import { t } from "../lib/texts.ts";
import { addSong } from "./add-song.ts";

/** Puts a song on the current shortlist. */
export function AddButton({ song }: { readonly song: { readonly id: string; readonly title: string } }) {
  const label = t("added.button", { title: song.title });
  return (
    <button
      type="button"
      class="icon-button mark"
      aria-label={label}
      title={`${label} (F)`}
      onClick={() => void addSong(song.id)}
    >
      <Icon name="shortlist" />
    </button>
  );
}
