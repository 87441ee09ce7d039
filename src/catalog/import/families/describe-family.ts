import type { Family } from "./plan-families.ts";

const NAMED_MAX = 40;

/** The report's sentence about a song that several files or rows became; `nameOf` is how each is called there. */
export function describeFamily<Item>(family: Family<Item>, how: string, nameOf: (item: Item) => string): string {
  const names = family.members.slice(0, NAMED_MAX).map(({ item, label, isStem }) => {
    const what = [label, isStem ? "stem" : ""].filter((word) => word !== "").join(", ");
    return what === "" ? nameOf(item) : `${nameOf(item)} (${what})`;
  });
  const more = family.members.length - names.length;
  return `${family.members.length} files became one song ${how}: ${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
