import { Icon } from "../controls/icon.tsx";
import { t } from "../lib/texts.ts";
import { addTurn, canRefine, isFull, phase } from "../search/search-state.ts";
import type { SongMark } from "../search/steps.ts";
import { clearDraft, draftDislikes, draftLikes, draftText, hasDraft, type MarkKind, toggleMark } from "./draft.ts";

/** The service's limit for each text. */
const TEXT_LENGTH_MAX = 2_000;

/** The field for the next turn, and the songs that are marked for it. */
export function RefineForm() {
  if (isFull.value) return <p class="dim">{t("turns.full")}</p>;
  const isOff = !hasDraft.value || !canRefine.value || phase.value.kind === "searching";
  return (
    <form
      class="refine"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) refine();
      }}
    >
      <label class="hidden-text" for="refine">
        {t("turns.refine")}
      </label>
      <input
        id="refine"
        class="field"
        maxLength={TEXT_LENGTH_MAX}
        placeholder={t("turns.refine.hint")}
        autocomplete="off"
        value={draftText.value}
        onInput={(event) => (draftText.value = event.currentTarget.value)}
      />
      <button type="submit" class="button" aria-disabled={isOff}>
        {t("turns.submit")}
      </button>
      {draftLikes.value.length + draftDislikes.value.length === 0 ? null : (
        <div class="refine-songs">
          <Marks name={t("turns.likes")} kind="like" marks={draftLikes.value} />
          <Marks name={t("turns.dislikes")} kind="dislike" marks={draftDislikes.value} />
        </div>
      )}
    </form>
  );
}

function refine(): void {
  const step = {
    query: draftText.value.trim(),
    likes: marksOf(draftLikes.value),
    dislikes: marksOf(draftDislikes.value),
  };
  clearDraft();
  addTurn(step);
  scrollTo(0, 0);
}

function marksOf(marks: readonly SongMark[]): readonly SongMark[] {
  return marks.map(({ id, title }) => ({ id, title }));
}

interface MarksProps {
  readonly name: string;
  readonly kind: MarkKind;
  readonly marks: readonly SongMark[];
}

function Marks({ name, kind, marks }: MarksProps) {
  if (marks.length === 0) return null;
  return (
    <ul class="plain-list refine-marks" aria-label={name}>
      <li aria-hidden="true">{name}</li>
      {marks.map((mark) => (
        <li key={mark.id} class={`refine-mark ${kind}`}>
          <span>{mark.title}</span>
          <button
            type="button"
            aria-label={t("search.remove", { name: mark.title })}
            onClick={() => toggleMark(mark, kind)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
