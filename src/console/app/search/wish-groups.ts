import type { NamedChange } from "./steps.ts";
import type { UnderstoodWish } from "./wish-actions.ts";

/** A wish as its chip shows it: with the person's change, also before the answer to it. */
export interface ShownWish {
  readonly wish: UnderstoodWish;
  readonly isChanged: boolean;
}

export interface WishGroups {
  readonly promises: readonly ShownWish[];
  readonly wanted: readonly ShownWish[];
  readonly avoided: readonly ShownWish[];
  readonly words: readonly ShownWish[];
  /** What the person has removed, and changes of what the brief does not ask for. */
  readonly removed: readonly NamedChange[];
}

/**
 * Sorts the wishes of an answer into groups, each changed as the person asks. The answer has the changes of former turns
 * already, and a later turn can wish for what a former one has removed.
 */
export function groupsOf(
  wishes: readonly UnderstoodWish[],
  changes: readonly NamedChange[],
  former: readonly NamedChange[] = [],
): WishGroups {
  const isFormer = new Set(former.map(({ id }) => id));
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const isRemoval = ({ id, polarity }: NamedChange): boolean => polarity === "removed" && !changeOf.has(id);
  const shown = wishes.flatMap((wish): ShownWish[] => {
    const change = changeOf.get(wish.id);
    if (change === undefined) return [{ wish, isChanged: isFormer.has(wish.id) }];
    const { polarity = wish.polarity, weight = wish.weight } = change;
    return polarity === "removed" ? [] : [{ wish: { ...wish, polarity, weight }, isChanged: true }];
  });
  const ids = new Set(shown.map(({ wish }) => wish.id));
  const inGroup = (name: string): readonly ShownWish[] => shown.filter(({ wish }) => groupOf(wish) === name);
  return {
    promises: inGroup("promises"),
    wanted: inGroup("wanted"),
    avoided: inGroup("avoided"),
    words: inGroup("words"),
    removed: [...former.filter(isRemoval), ...changes].filter(({ id }) => !ids.has(id)),
  };
}

function groupOf({ kind, polarity }: UnderstoodWish): Exclude<keyof WishGroups, "removed"> {
  if (kind === "name") return polarity === "must_not" ? "avoided" : "wanted";
  if (polarity === "must" || polarity === "must_not") return "promises";
  if (polarity === "avoided") return "avoided";
  return kind === "word" ? "words" : "wanted";
}
