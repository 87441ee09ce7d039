import { Icon } from "../controls/icon.tsx";
import { t } from "../lib/texts.ts";
import type { SongMark } from "../search/steps.ts";
import { type MarkKind, markOf, toggleMark } from "./draft.ts";

/** Marks a song as liked or disliked, for the next turn. */
export function MarkButtons({ song }: { readonly song: SongMark }) {
  return (
    <div class="marks">
      <MarkButton song={song} kind="like" />
      <MarkButton song={song} kind="dislike" />
    </div>
  );
}

function MarkButton({ song, kind }: { readonly song: SongMark; readonly kind: MarkKind }) {
  const isMarked = markOf(song.id) === kind;
  return (
    <button
      type="button"
      class={`icon-button mark ${kind}`}
      aria-pressed={isMarked}
      aria-label={t(`turns.${kind}`, { title: song.title })}
      title={t(`turns.${kind}.hint`)}
      onClick={() => toggleMark({ id: song.id, title: song.title }, kind)}
    >
      <Icon name={kind} />
    </button>
  );
}
