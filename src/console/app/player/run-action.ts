import { isFilmOpen } from "../film/film-open.ts";
import { hasFilm } from "../film/film-source.ts";
import { toggleMark } from "../turns/draft.ts";
import { actionOf, type KeyAction } from "./key-actions.ts";
import { chooseFile, compare, currentRow, playNext, position, section, seek, toggle } from "./player-state.ts";
import { endedAt, startedAt } from "./section.ts";
import { closeSimilar, isSimilarOpen, toggleSimilar } from "./similar-state.ts";
import { toggleStems } from "./stems.ts";
import { isTakenBy } from "./taken-keys.ts";

/** Does what a key means, while a song is in the player. */
export function runKey(event: KeyboardEvent): void {
  const action = actionOf(event);
  if (action === null || event.defaultPrevented || currentRow.value === null || isTakenBy(event.target, event.key))
    return;
  event.preventDefault();
  run(action);
}

function run(action: KeyAction): void {
  switch (action.kind) {
    case "toggle":
      return toggle();
    case "seek":
      return seek(position.value + action.seconds);
    case "song":
      return playNext(action.step);
    case "version":
      return chooseFile(action.index);
    case "compare":
      return compare();
    case "similar":
      return toggleSimilar();
    case "stems":
      return toggleStems();
    case "film":
      isFilmOpen.value = hasFilm.value && !isFilmOpen.value;
      return undefined;
    case "mark":
      if (currentRow.value !== null) toggleMark(currentRow.value, action.mark);
      return undefined;
    case "section-start":
      section.value = startedAt(section.value, position.value);
      return undefined;
    case "section-end":
      section.value = endedAt(section.value, position.value);
      return undefined;
    case "escape":
      if (isSimilarOpen()) return closeSimilar();
      section.value = null;
      return undefined;
  }
}
