import { computed, signal } from "@preact/signals";
import type { AssetDocument } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { currentRow } from "../player/player-state.ts";
import { result, turns } from "../search/search-state.ts";
import { droppedFiles } from "../search/uploads.ts";

type Attributes = AssetDocument["data"]["attributes"];
type VideoAnalysis = Extract<NonNullable<Attributes["analysis"]>, { readonly kind: "video" }>;

/** The film of the search. Without `url`, its file must be chosen again. */
export interface Film {
  /** Null while the file is being uploaded. */
  readonly assetId: string | null;
  readonly url: string | null;
}

/** An analysis takes seconds to minutes. */
const READ_AGAIN_MS = 3_000;
const READS_MAX = 200;
/** Films that this page remembers. The oldest ones are forgotten first. */
const FILMS_MAX = 20;

/** Where films that were not dropped on this page play from, by the ids of their assets. */
const sources = signal<ReadonlyMap<string, string | null>>(new Map());
/** The attributes of the film's asset, by its id. */
const known = signal<{ readonly id: string; readonly attributes: Attributes } | null>(null);

const dropped = computed<Film | null>(() => {
  const file = droppedFiles.value.find(({ isFilm, complaint }) => isFilm && complaint === null);
  return file === undefined ? null : { assetId: file.assetId, url: file.preview };
});

/** The film that the song of a shortlist was placed under. */
const placedUnder = computed(() => currentRow.value?.assetId ?? null);

/** The assets among which the film is. */
const candidates = computed<readonly string[]>(() => {
  if (placedUnder.value !== null) return [placedUnder.value];
  return [...new Set(turns.value.flatMap(({ answer }) => answer?.result.data.attributes.asset_ids ?? []))];
});

/** The film for the song in the player: the one that it was placed under, else the film of the search. */
export const film = computed<Film | null>(() => {
  const isWanted = placedUnder.value === null || placedUnder.value === dropped.value?.assetId;
  if (dropped.value !== null && isWanted) return dropped.value;
  const id = candidates.value.find((one) => sources.value.has(one));
  return id === undefined ? null : { assetId: id, url: sources.value.get(id) ?? null };
});

/** Whether the song in the player has a film. */
export const hasFilm = computed(() => {
  const attributes = result.value?.data.attributes;
  if (placedUnder.value !== null || dropped.value !== null) return true;
  return attributes?.status === "completed" && (attributes.brief.seen?.length ?? null) !== null;
});

/** The analysis of the film; null until it is there. */
export const analysis = computed<VideoAnalysis | null>(() => {
  const { value } = known;
  if (value === null || value.id !== film.value?.assetId) return null;
  return value.attributes.analysis?.kind === "video" ? value.attributes.analysis : null;
});

/** What the film waits for; null if it waits for nothing. */
export const filmNote = computed(() => {
  if (film.value === null || analysis.value !== null) return null;
  return film.value.assetId === null ? "film.uploading" : "film.analysing";
});

/** Plays a film that the service does not keep from a file of this browser. */
export function chooseFile(file: File): void {
  const id = film.value?.assetId ?? null;
  if (id !== null) remember(id, URL.createObjectURL(file));
}

/**
 * Finds the film of a song that was placed under one, else the film of a search that was opened by its address. Its original
 * can be kept by the service.
 */
export async function findEarlierFilm(): Promise<void> {
  const ids = candidates.value;
  for (const id of ids) {
    const attributes = await read(id);
    if (attributes?.media_kind !== "video") continue;
    remember(id, attributes.original_retained ? `/v1/supervisor/assets/${encodeURIComponent(id)}/original` : null);
    known.value = { id, attributes };
    return;
  }
  // An asset that was deleted is unknown, but its file can be chosen again.
  const last = ids.at(-1);
  if (last !== undefined) remember(last, null);
}

function remember(id: string, url: string | null): void {
  const all = new Map(sources.value);
  release(all, id);
  all.set(id, url);
  const [oldest] = all.keys();
  if (all.size > FILMS_MAX && oldest !== undefined) release(all, oldest);
  sources.value = all;
}

/** Removes a film, and lets the browser forget its file. */
function release(all: Map<string, string | null>, id: string): void {
  const url = all.get(id) ?? null;
  if (url?.startsWith("blob:") === true) URL.revokeObjectURL(url);
  all.delete(id);
}

/** Reads the analysis of a film, as soon as it is complete. */
export async function followAnalysis(id: string, ended: AbortSignal): Promise<void> {
  for (let count = 0; count < READS_MAX && !ended.aborted; count += 1) {
    const attributes = await read(id);
    if (attributes === null) return;
    known.value = { id, attributes };
    if (attributes.status !== "pending" && attributes.status !== "processing") return;
    await new Promise((resolve) => {
      setTimeout(resolve, READ_AGAIN_MS);
    });
  }
}

/** An asset that was deleted or has expired has no analysis; the film plays all the same. */
async function read(id: string): Promise<Attributes | null> {
  try {
    return (await client.readAsset({ path: { id } })).body.data.attributes;
  } catch {
    return null;
  }
}
