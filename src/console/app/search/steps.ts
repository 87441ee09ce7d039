import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { type SliderWeights, PLAIN_WEIGHTS } from "../lib/likeness-weights.ts";
import type { Excerpt } from "./excerpt.ts";
import type { SearchWishes, WishChange } from "./search-wishes.ts";

/** A change of what was understood, with the name that the person has seen. */
export type NamedChange = WishChange & { readonly label: string };

/** A song that the person likes or dislikes. */
export interface SongMark {
  readonly id: string;
  readonly title: string;
}

/** One turn of a search. The texts and assets of the first step are those of the page's fields. */
export interface Step {
  /** The search that this step changes; null for the first step. */
  readonly refines: string | null;
  readonly query: string;
  readonly context: string;
  readonly assetIds: readonly string[];
  /** Whether songs shall sound like the film. */
  readonly tempTrack: boolean;
  /** The part of the sound that counts; null for all of it. */
  readonly excerpt: Excerpt | null;
  /** How much the facets of the sound count; null if the person has not weighed them. */
  readonly weights: SliderWeights | null;
  readonly likes: readonly SongMark[];
  readonly dislikes: readonly SongMark[];
  readonly changes: readonly NamedChange[];
}

export const FIRST_STEP: Step = {
  refines: null,
  query: "",
  context: "",
  assetIds: [],
  tempTrack: false,
  excerpt: null,
  weights: null,
  likes: [],
  dislikes: [],
  changes: [],
};

/** Adds a change, or merges it with the earlier one of the same wish. A removed wish has no weight. */
export function withChange(step: Step, change: NamedChange): Step {
  const earlier = step.changes.find(({ id }) => id === change.id);
  const { weight, ...rest } = { ...earlier, ...change };
  const merged = weight === undefined || rest.polarity === "removed" ? rest : { ...rest, weight };
  const others = step.changes.filter(({ id }) => id !== change.id);
  return { ...step, changes: [...others, merged] };
}

/** Takes back the changes of a wish. */
export function withoutChange(step: Step, id: string): Step {
  return { ...step, changes: step.changes.filter((change) => change.id !== id) };
}

/** Returns what to submit for a step. */
export function wishesOf(step: Step): SearchWishes {
  const { refines, query, context, assetIds, tempTrack, excerpt, weights, likes, dislikes, changes } = step;
  const wishes = changes.map(({ label: _label, ...change }) => change);
  const sound = { tempTrack, excerpt, weights };
  return { refines, query, context, assetIds, ...sound, likes: idsOf(likes), dislikes: idsOf(dislikes), wishes };
}

/** The attributes of a stored search that say what was asked for. */
type StoredSearch = Pick<
  SearchResult["data"]["attributes"],
  | "query"
  | "context"
  | "asset_ids"
  | "temp_track"
  | "excerpt"
  | "sound_weights"
  | "refines"
  | "likes"
  | "dislikes"
  | "wishes"
>;

/** Builds the step of a search that was read by its address. `titles` are those of the songs that are known. */
export function stepOf(stored: StoredSearch, titles: ReadonlyMap<string, string>): Step {
  const marks = (ids: readonly string[] = []): readonly SongMark[] =>
    ids.map((id) => ({ id, title: titles.get(id) ?? id }));
  return {
    refines: stored.refines ?? null,
    query: stored.query ?? "",
    context: stored.context ?? "",
    assetIds: stored.asset_ids,
    tempTrack: stored.temp_track === true,
    excerpt: stored.excerpt ?? null,
    weights: stored.sound_weights === undefined ? null : { ...PLAIN_WEIGHTS, ...stored.sound_weights },
    likes: marks(stored.likes),
    dislikes: marks(stored.dislikes),
    changes: (stored.wishes ?? []).map((change) => ({ ...change, label: nameIn(change.id) })),
  };
}

/** `instrument/piano` is called `piano`. */
function nameIn(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

function idsOf(marks: readonly SongMark[]): readonly string[] {
  return marks.map(({ id }) => id);
}
