import type { Family } from "./plan-families.ts";

const NAMED_MAX = 40;

/** Returns the report's sentence about a song built from several files or rows. `nameOf` names one of them. */
export function describeFamily<Item>(
  family: Family<Item>,
  what: "files" | "rows",
  how: string,
  nameOf: (item: Item) => string,
): string {
  const names = family.members.slice(0, NAMED_MAX).map(({ item, label, isStem }) => {
    const words = [label, isStem ? "stem" : ""].filter((word) => word !== "").join(", ");
    return words === "" ? nameOf(item) : `${nameOf(item)} (${words})`;
  });
  const more = family.members.length - names.length;
  return `${family.members.length} ${what} became one song ${how}: ${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
