import { client, messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { place } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { currentFile, currentRow } from "../player/player-state.ts";
import { isTakenBy } from "../player/taken-keys.ts";
import { beginList, currentList, lists, readLists } from "./lists-state.ts";
import { openList } from "./opened-state.ts";

const CREATED = 201;

/** Adds the song that has the focus, else the one in the player, to the current shortlist, with F. */
export function addByKey(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || event.key.toLowerCase() !== "f" || event.defaultPrevented || isTakenBy(event.target, event.key))
    return;
  const id = focusedSong() ?? currentRow.value?.id;
  if (id === undefined) return;
  event.preventDefault();
  void addSong(id);
}

/** Adds a song to the current shortlist. The first song begins a shortlist. A song that plays is added in the version that plays. */
export async function addSong(songId: string): Promise<void> {
  try {
    if (lists.value === null) await readLists();
    const list = currentList.value ?? (await beginList(t("lists.first")));
    const audioFile = currentRow.value?.id === songId ? (currentFile.value?.id ?? null) : null;
    const { status, body } = await client.addShortlistEntry({
      path: { id: list.id },
      body: { data: { type: "shortlist_entries", attributes: { song_id: songId, audio_file_id: audioFile } } },
    });
    const isNew = status === CREATED;
    const { name } = list.attributes;
    const undo = (): void => void takeBack(list.id, body.data.id);
    notify(t(isNew ? "added.done" : "added.already", { title: body.data.attributes.title, list: name }), {
      action: isNew ? { label: t("added.undo"), run: undo } : null,
    });
    await showChange(list.id);
  } catch (error) {
    notify(messageOf(error), { isBad: true });
  }
}

async function takeBack(id: string, entry: string): Promise<void> {
  try {
    await client.removeShortlistEntry({ path: { id, entry } });
    notify(t("added.undone"));
    await showChange(id);
  } catch (error) {
    notify(messageOf(error), { isBad: true });
  }
}

/** A page that shows the shortlist, or their list, shows the change. */
async function showChange(id: string): Promise<void> {
  if (place.value.page !== "shortlists") return;
  if (place.value.params["id"] === id) await openList(id);
  else await readLists();
}

/** Returns the id of the song whose row has the focus. */
function focusedSong(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-song]")?.dataset["song"];
}
