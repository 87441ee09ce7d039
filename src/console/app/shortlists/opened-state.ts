import { signal } from "@preact/signals";
import type { NewShortlistEntry, Shortlist } from "../../../../clients/typescript/operations.ts";
import { ApiError } from "../../../../clients/typescript/client.ts";
import { keepOffset } from "../film/offsets.ts";
import { client, messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { t } from "../lib/texts.ts";
import { type ShortlistSong, shortlistSongsOf } from "./shortlist-songs.ts";
import { showList } from "./lists-state.ts";

type EntryChange = Partial<Omit<NewShortlistEntry["data"]["attributes"], "song_id">>;

/** The shortlist of the page. `missing` if it does not exist, or belongs to somebody else. */
export type OpenedList =
  | { readonly kind: "loading" }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "open"; readonly list: Shortlist; readonly songs: readonly ShortlistSong[] };

export const opened = signal<OpenedList>({ kind: "loading" });

/** Counts what makes the answers to earlier readings outdated. */
let latest = 0;
/** Changes that the service has not answered, sent one after the other, so that they arrive in their order. */
let changes: Promise<void> = Promise.resolve();
let changesLeft = 0;

/** Reads a shortlist with its songs, unless another one is opened, or a song is changed, before the answer. */
export async function openList(id: string): Promise<void> {
  const before = opened.value;
  if (before.kind !== "open" || before.list.id !== id) opened.value = { kind: "loading" };
  latest += 1;
  const turn = latest;
  try {
    const [list, entries] = await Promise.all([
      client.readShortlist({ path: { id } }),
      client.listShortlistEntries({ path: { id } }),
    ]);
    if (turn !== latest) return;
    const songs = shortlistSongsOf(entries.body);
    takeOffsets(songs);
    opened.value = { kind: "open", list: list.body.data, songs };
    showList(list.body.data);
  } catch (error) {
    if (turn !== latest) return;
    const isMissing = error instanceof ApiError && error.status === 404;
    if (isMissing) opened.value = { kind: "missing" };
    // A list that is shown stays, with what is being written in its fields.
    else if (opened.value.kind === "open") notify(messageOf(error), { isBad: true });
    else opened.value = { kind: "failed", message: messageOf(error) };
  }
}

/** Lets songs play where the shortlist has them in their films. A change that is not stored yet is not overwritten. */
function takeOffsets(songs: readonly ShortlistSong[]): void {
  const { value } = opened;
  const before = new Map(value.kind === "open" ? value.songs.map((song) => [song.entryId, song]) : []);
  for (const { entryId, id, assetId, offsetSeconds } of songs) {
    const known = before.get(entryId);
    const isNew = known?.assetId !== assetId || known.offsetSeconds !== offsetSeconds;
    if (assetId !== null && isNew) keepOffset(assetId, id, offsetSeconds);
  }
}

export async function changeList(change: { readonly name?: string; readonly note?: string }): Promise<void> {
  const { value } = opened;
  if (value.kind !== "open") return;
  const { id } = value.list;
  await changing(id, async () => {
    const { body } = await client.changeShortlist({
      path: { id },
      body: { data: { type: "shortlists", attributes: change } },
    });
    showList(body.data);
    if (opened.value.kind === "open" && isOpen(id)) opened.value = { ...opened.value, list: body.data };
  });
}

/** Changes an entry. Afterwards the list is as the service has it, also if it refused the change. */
export async function changeSong(entryId: string, attributes: EntryChange): Promise<void> {
  const { value } = opened;
  if (value.kind !== "open") return;
  await changing(value.list.id, async () => {
    await client.changeShortlistEntry({
      path: { id: value.list.id, entry: entryId },
      body: { data: { type: "shortlist_entries", attributes } },
    });
  });
}

/** Moves an entry to a position from 1. The page shows it at once. */
export async function moveSong(entryId: string, position: number): Promise<void> {
  const { value } = opened;
  if (value.kind !== "open") return;
  const song = value.songs.find((one) => one.entryId === entryId);
  const others = value.songs.filter((one) => one.entryId !== entryId);
  const target = Math.max(1, Math.min(position, value.songs.length));
  if (song === undefined || value.songs[target - 1] === song) return;
  opened.value = { ...value, songs: [...others.slice(0, target - 1), song, ...others.slice(target - 1)] };
  await changeSong(entryId, { position: target });
}

/** Moves an entry down, or up with a negative number of steps. */
export async function shiftSong(entryId: string, steps: number): Promise<void> {
  const { value } = opened;
  const index = value.kind === "open" ? value.songs.findIndex((one) => one.entryId === entryId) : -1;
  if (index !== -1) await moveSong(entryId, index + 1 + steps);
}

/** Removes an entry. The notice can bring it back, with everything that it had. */
export async function removeSong(song: ShortlistSong): Promise<void> {
  const { value } = opened;
  if (value.kind !== "open") return;
  const { id } = value.list;
  const position = value.songs.indexOf(song) + 1;
  await changing(id, async () => {
    await client.removeShortlistEntry({ path: { id, entry: song.entryId } });
    const undo = (): void => void restore(id, song, position);
    const canUndo = song.availability === "available";
    notify(t("entry.is-removed", { title: song.title }), {
      action: canUndo ? { label: t("added.undo"), run: undo } : null,
    });
  });
}

async function restore(id: string, song: ShortlistSong, position: number): Promise<void> {
  await changing(id, async () => {
    const attributes = {
      song_id: song.id,
      position,
      note: song.note,
      rating: song.rating,
      audio_file_id: song.fileId,
      asset_id: song.assetId,
      offset_seconds: song.offsetSeconds,
    };
    const add = async (given: NewShortlistEntry["data"]["attributes"]): Promise<unknown> =>
      await client.addShortlistEntry({
        path: { id },
        body: { data: { type: "shortlist_entries", attributes: given } },
      });
    const text = await add(attributes).then(
      () => "added.restored" as const,
      async (error: unknown) => {
        if (!isWithoutAsset(error)) throw error;
        await add({ ...attributes, asset_id: null });
        return "added.restored-without-film" as const;
      },
    );
    notify(t(text, { title: song.title }));
  });
}

/** Uploads expire. The entry of a shortlist keeps the id of its film, but a new entry with it is refused. */
function isWithoutAsset(error: unknown): boolean {
  return error instanceof ApiError && error.errors.some(({ code }) => code === "asset_unavailable");
}

/** Makes a change after those before it. After the last one, the page shows the list as the service has it. */
async function changing(id: string, change: () => Promise<void>): Promise<void> {
  // An answer that was read before this change would undo what the page shows of it.
  if (isOpen(id)) latest += 1;
  changesLeft += 1;
  changes = changes.then(async () => await showingFailure(change));
  await changes;
  changesLeft -= 1;
  if (changesLeft === 0 && isOpen(id)) await openList(id);
}

function isOpen(id: string): boolean {
  return opened.value.kind === "open" && opened.value.list.id === id;
}

async function showingFailure(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => notify(messageOf(error), { isBad: true }));
}
