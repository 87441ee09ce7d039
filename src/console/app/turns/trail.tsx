import { t } from "../lib/texts.ts";
import type { Turn } from "../search/conversation.ts";
import { goToTurn, shownTurn, startAnew, turns } from "../search/search-state.ts";
import { fillDraft } from "./draft.ts";

/** The turns of the search. A click shows the answer to one; those after it stay until the next change. */
export function Trail() {
  const list = turns.value;
  if (list.length < 2) return null;
  return (
    <nav class="trail" aria-label={t("turns.trail")}>
      <ol class="plain-list">
        {list.map((turn, index) => (
          <li key={index}>
            <button
              type="button"
              class={index > shownTurn.value ? "trail-step undone" : "trail-step"}
              aria-current={index === shownTurn.value ? "step" : undefined}
              title={summaryOf(turn)}
              onClick={() => goToTurn(index)}
            >
              <span class="trail-number">
                <span class="hidden-text">{t("steps.number", { number: index + 1 })}: </span>
                <span aria-hidden="true">{index + 1}</span>
              </span>
              <span class="trail-text">{summaryOf(turn)}</span>
              {index > shownTurn.value ? <span class="hidden-text"> ({t("turns.undone")})</span> : null}
            </button>
          </li>
        ))}
      </ol>
      <div class="trail-actions">
        <button type="button" class="button quiet small" disabled={shownTurn.value === 0} onClick={undo}>
          {t("turns.undo")}
        </button>
        <button type="button" class="button quiet small" onClick={startAnew}>
          {t("turns.new")}
        </button>
      </div>
    </nav>
  );
}

/** Shows the turn before. What was asked for since is in the field again, to be changed. */
function undo(): void {
  const undone = turns.value[shownTurn.value]?.step;
  if (undone === undefined || shownTurn.value === 0) return;
  goToTurn(shownTurn.value - 1);
  fillDraft(undone.query, undone.likes, undone.dislikes);
}

/** The texts of the first turn are in the answer: the fields can have changed since. */
function summaryOf({ step, answer }: Turn): string {
  const { query, context } = answer?.wishes ?? step;
  const likes = step.likes.map(({ title }) => `+ ${title}`);
  const dislikes = step.dislikes.map(({ title }) => `− ${title}`);
  const parts = [query, context, ...likes, ...dislikes].filter((part) => part.trim() !== "");
  return parts.length === 0 ? t("search.files") : parts.join(" · ");
}
