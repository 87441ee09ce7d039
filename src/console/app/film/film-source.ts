import { computed, signal } from "@preact/signals";
import type { AssetDocument } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
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

/** The film of a search that was opened by its address; see `findEarlierFilm`. */
const earlier = signal<Film | null>(null);
/** A file that was chosen for such a film. */
const chosen = signal<Film | null>(null);
/** The attributes of the film's asset, by its id. */
const known = signal<{ readonly id: string; readonly attributes: Attributes } | null>(null);

const dropped = computed<Film | null>(() => {
  const file = droppedFiles.value.find(({ isFilm, complaint }) => isFilm && complaint === null);
  return file === undefined ? null : { assetId: file.assetId, url: file.preview };
});

export const film = computed<Film | null>(() => {
  if (dropped.value !== null) return dropped.value;
  return chosen.value !== null && chosen.value.assetId === earlier.value?.assetId ? chosen.value : earlier.value;
});

/** Whether the search has a film. */
export const hasFilm = computed(() => {
  const attributes = result.value?.data.attributes;
  if (dropped.value !== null) return true;
  return attributes?.status === "completed" && (attributes.brief.seen?.length ?? null) !== null;
});

/** The analysis of the film; null until it is there. */
export const analysis = computed<VideoAnalysis | null>(() => {
  const { value } = known;
  if (value === null || value.id !== film.value?.assetId) return null;
  return value.attributes.analysis?.kind === "video" ? value.attributes.analysis : null;
});

/** Plays a film of an earlier search from a file of this browser. */
export function chooseFile(file: File): void {
  if (chosen.value !== null && chosen.value.url !== null) URL.revokeObjectURL(chosen.value.url);
  chosen.value = { assetId: earlier.value?.assetId ?? null, url: URL.createObjectURL(file) };
}

/** Finds the film among the assets of a search that was opened by its address. Its original can be kept by the service. */
export async function findEarlierFilm(): Promise<void> {
  const ids = new Set(turns.value.flatMap(({ answer }) => answer?.result.data.attributes.asset_ids ?? []));
  for (const id of ids) {
    const attributes = await read(id);
    if (attributes?.media_kind !== "video") continue;
    const url = attributes.original_retained ? `/v1/supervisor/assets/${encodeURIComponent(id)}/original` : null;
    earlier.value = { assetId: id, url };
    known.value = { id, attributes };
    return;
  }
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
