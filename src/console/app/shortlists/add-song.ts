import { effect } from "@preact/signals";
import type { Shortlist, ShortlistEntry } from "../../../../clients/typescript/operations.ts";
import { film } from "../film/film-source.ts";
import { offsetOf, offsetText } from "../film/offsets.ts";
import { client, messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { place } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { currentFile, currentRow } from "../player/player-state.ts";
import { isTakenBy } from "../player/taken-keys.ts";
import { placeWhenUploaded } from "./await-film.ts";
import { NO_FOCUS_MEANING, songMeant, whenFocusMoves, whenSongPlays } from "./focused-song.ts";
import { listToAddTo, readLists } from "./lists-state.ts";
import { openList } from "./opened-state.ts";

const CREATED = 201;

let meaning = NO_FOCUS_MEANING;

/** F adds a song to the current shortlist. Returns the function that ends this. */
export function followKey(): () => void {
  let focused: EventTarget | null = null;
  const onFocus = ({ target }: FocusEvent): void => {
    // A window that becomes active again focuses the same element, which is no decision of the person.
    if (target !== focused) meaning = whenFocusMoves(meaning);
    focused = target;
  };
  addEventListener("keydown", addByKey);
  addEventListener("focusin", onFocus);
  const end = effect(() => {
    meaning = whenSongPlays(meaning, currentRow.value?.id ?? null, focusedSong());
  });
  return () => {
    removeEventListener("keydown", addByKey);
    removeEventListener("focusin", onFocus);
    end();
  };
}

/** Adds the song that has the focus, else the one in the player. */
function addByKey(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || event.key.toLowerCase() !== "f" || event.defaultPrevented || isTakenBy(event.target, event.key))
    return;
  const id = songMeant(meaning, focusedSong());
  if (id === null) return;
  event.preventDefault();
  void addSong(id);
}

/**
 * Adds a song to the current shortlist. The first song begins a shortlist. A song that plays is added in the version that plays.
 * Where it begins in the film of the search is kept with it, also if the shortlist has the song already.
 */
export async function addSong(songId: string): Promise<void> {
  try {
    const list = await listToAddTo(t("lists.first"));
    const audioFile = currentRow.value?.id === songId ? (currentFile.value?.id ?? null) : null;
    const placed = placementOf(songId);
    const { status, body } = await client.addShortlistEntry({
      path: { id: list.id },
      body: {
        data: { type: "shortlist_entries", attributes: { song_id: songId, audio_file_id: audioFile, ...placed } },
      },
    });
    if (status === CREATED) sayAdded(list, body.data);
    else await placeKnown(list, body.data, placed);
    await showChange(list.id);
  } catch (error) {
    notify(messageOf(error), { isBad: true });
  }
}

type Placement = Partial<Pick<ShortlistEntry["attributes"], "asset_id" | "offset_seconds">>;

/** Returns the film and where the song begins in it, if it was moved there. */
function placementOf(songId: string): Placement {
  const assetId = film.value?.assetId ?? null;
  const seconds = assetId === null ? null : offsetOf(assetId, songId);
  return assetId === null ? {} : { asset_id: assetId, ...(seconds === null ? {} : { offset_seconds: seconds }) };
}

function sayAdded(list: Shortlist, entry: ShortlistEntry): void {
  const { id, attributes } = entry;
  const { title, offset_seconds: seconds } = attributes;
  const words = { title, list: list.attributes.name };
  const uploading = film.value?.assetId === null ? film.value.url : null;
  const plain = uploading !== null ? t("added.uploading", words) : t("added.done", words);
  const text = seconds === null ? plain : t("added.placed", { ...words, offset: offsetText(seconds) });
  notify(text, { action: { label: t("added.undo"), run: () => void takeBack(list.id, id) } });
  if (uploading !== null) placeWhenUploaded(list, entry, uploading, () => void showChange(list.id));
}

/** A song that the shortlist has already gets the film if it has none, or its new place in the film. */
async function placeKnown(list: Shortlist, entry: ShortlistEntry, placed: Placement): Promise<void> {
  const { title, asset_id: assetId, offset_seconds: seconds } = entry.attributes;
  const words = { title, list: list.attributes.name };
  const { offset_seconds: wanted } = placed;
  const isMoved = wanted !== undefined && wanted !== null && (wanted !== seconds || placed.asset_id !== assetId);
  const isFilmed = assetId === null && placed.asset_id !== undefined;
  if (!isMoved && !isFilmed) return notify(t("added.already", words));
  await client.changeShortlistEntry({
    path: { id: list.id, entry: entry.id },
    body: { data: { type: "shortlist_entries", attributes: placed } },
  });
  notify(isMoved ? t("added.moved", { ...words, offset: offsetText(wanted) }) : t("added.filmed", words));
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

/** Returns the id of the song whose row has the focus; null without one. */
function focusedSong(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-song]")?.dataset["song"] ?? null;
}
