import { Value } from "@sinclair/typebox/value";
import { POLARITIES } from "../../schema/brief.ts";
import { type Refinement, type SearchTurn, WishChange } from "../../schema/wire/refinement.ts";
import type { Work } from "../db/work.ts";
import { isUuid } from "../lib/ids.ts";
import { type Refusal, refusal } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";

/** Searches that build on each other. A longer conversation is a new brief. */
const TURNS_MAX = 20;
const LIKES_MAX = 20;
const DISLIKES_MAX = 50;
const WISHES_MAX = 50;
const ID_CHARS_MAX = 300;

/** The attributes that extend the interface, as sent; null counts as absent. */
export interface GivenExtensions {
  readonly refines: unknown;
  readonly likes: unknown;
  readonly dislikes: unknown;
  readonly wishes: unknown;
}

/** What a search that is refined says, or why it cannot be refined. */
export type FormerSearch =
  | { readonly kind: "completed"; readonly turns: readonly SearchTurn[] }
  | { readonly kind: "unavailable" | "processing" | "failed" };

export interface ExtensionSources {
  readonly former: (searchId: string) => Work<FormerSearch>;
  /** Returns those of the ids that no song has. */
  readonly unknownSongs: (ids: readonly string[]) => readonly string[];
}

export interface ReadExtensions {
  /** Null for a request of the interface alone. */
  readonly refinement: Refinement | null;
  readonly refusals: readonly Refusal[];
}

type IdList = "likes" | "dislikes";

/** Reads and checks the extensions of a search. All mistakes are reported together, as 422. */
export function* readExtensions(given: GivenExtensions, sources: ExtensionSources): Work<ReadExtensions> {
  const { refines, likes, dislikes, wishes } = given;
  if ([refines, likes, dislikes, wishes].every((value) => value === undefined || value === null)) {
    return { refinement: null, refusals: [] };
  }
  const refusals: Refusal[] = [];
  const liked = readIds("likes", likes, LIKES_MAX, refusals);
  const disliked = readIds("dislikes", dislikes, DISLIKES_MAX, refusals);
  const both = disliked.findIndex((id) => liked.includes(id));
  if (both >= 0) {
    const detail = `A song cannot be in \`likes\` and in \`dislikes\`: ${shorten(disliked[both] ?? "")}.`;
    refusals.push(invalid(detail, `dislikes/${both}`));
  }
  const unknown = new Set(sources.unknownSongs([...liked, ...disliked]));
  refusals.push(...unknownIn("likes", liked, unknown), ...unknownIn("dislikes", disliked, unknown));
  const changes = readChanges(wishes, refusals);
  const earlier = yield* readFormer(refines, sources, refusals);
  const refinement: Refinement = {
    refines: typeof refines === "string" ? refines : null,
    earlier: [...earlier],
    likes: [...new Set(liked)],
    dislikes: [...new Set(disliked)],
    wishes: [...changes],
  };
  return { refinement: saysAnything(refinement) ? refinement : null, refusals };
}

/** Whether any extension has content. Empty lists count as absent. */
function saysAnything({ refines, likes, dislikes, wishes }: Refinement): boolean {
  return refines !== null || likes.length + dislikes.length + wishes.length > 0;
}

function readIds(name: IdList, value: unknown, max: number, refusals: Refusal[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    refusals.push(invalid(`\`${name}\` must be an array of song ids.`, name));
    return [];
  }
  if (value.length > max) {
    const detail = `\`${name}\` can have at most ${max} entries, got ${value.length}.`;
    refusals.push(refusal("invalid_attribute", { detail, source: pointer(name), meta: { limit: max } }));
    return [];
  }
  const foreign = value.findIndex((entry: unknown) => typeof entry !== "string");
  if (foreign >= 0) refusals.push(invalid(`\`${name}\` must contain only strings.`, `${name}/${foreign}`));
  return value.filter((entry: unknown) => typeof entry === "string");
}

function unknownIn(name: IdList, ids: readonly string[], unknown: ReadonlySet<string>): readonly Refusal[] {
  const missing = ids.filter((id) => unknown.has(id));
  const [first] = missing;
  if (first === undefined) return [];
  return [
    refusal("song_unavailable", {
      detail: `\`${name}\` has songs that do not exist in the catalog: ${missing.slice(0, 5).map(shorten).join(", ")}.`,
      source: pointer(`${name}/${ids.indexOf(first)}`),
      meta: { song_ids: missing.map(shorten) },
    }),
  ];
}

function readChanges(value: unknown, refusals: Refusal[]): Refinement["wishes"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    refusals.push(invalid("`wishes` must be an array of objects with `id`, and `polarity` or `weight`.", "wishes"));
    return [];
  }
  if (value.length > WISHES_MAX) {
    const detail = `\`wishes\` can have at most ${WISHES_MAX} entries, got ${value.length}.`;
    refusals.push(refusal("invalid_attribute", { detail, source: pointer("wishes"), meta: { limit: WISHES_MAX } }));
    return [];
  }
  const changes: Refinement["wishes"] = [];
  value.forEach((entry: unknown, at) => {
    const complaint = complaintOf(entry, changes);
    if (complaint !== null) refusals.push(invalid(complaint, `wishes/${at}`));
    else if (Value.Check(WishChange, entry))
      changes.push(Value.Clean(WishChange, structuredClone(entry)) as typeof entry);
  });
  return changes;
}

/** Returns what is wrong with an entry of `wishes`, or null. */
function complaintOf(entry: unknown, others: Refinement["wishes"]): string | null {
  const words = [...POLARITIES, "removed"].join(", ");
  if (!Value.Check(WishChange, entry)) {
    return `A wish must have an \`id\`, and a \`polarity\` (${words}) or a \`weight\` from 0 to 1.`;
  }
  if (entry.polarity === undefined && entry.weight === undefined) {
    return "A wish must have a `polarity` or a `weight`: what to change.";
  }
  if (entry.id.length > ID_CHARS_MAX || entry.id.trim() === "") {
    return `The \`id\` of a wish has 1 to ${ID_CHARS_MAX} characters; take it from \`brief.wishes\` of a result.`;
  }
  return others.some(({ id }) => id === entry.id) ? `The wish ${shorten(entry.id)} is given more than once.` : null;
}

function* readFormer(value: unknown, { former }: ExtensionSources, refusals: Refusal[]): Work<readonly SearchTurn[]> {
  if (value === undefined || value === null) return [];
  if (typeof value !== "string") {
    refusals.push(invalid("`refines` must be the id of a search.", "refines"));
    return [];
  }
  const found: FormerSearch = isUuid(value) ? yield* former(value) : { kind: "unavailable" };
  if (found.kind !== "completed") {
    refusals.push(refusal(`refined_search_${found.kind}`, { source: pointer("refines") }));
    return [];
  }
  if (found.turns.length >= TURNS_MAX) {
    const detail = `A search can refine at most ${TURNS_MAX} earlier ones. Begin a new search.`;
    refusals.push(refusal("invalid_attribute", { detail, source: pointer("refines"), meta: { limit: TURNS_MAX } }));
  }
  return found.turns;
}

function invalid(detail: string, path: string): Refusal {
  return refusal("invalid_attribute", { detail, source: pointer(path) });
}

function pointer(path: string): { readonly pointer: string } {
  return { pointer: `${ATTRIBUTES}/${path}` };
}
