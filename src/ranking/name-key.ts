import { fold } from "../brief/text.ts";

/** One key for the spellings of an artist's name or a title: case, accents, punctuation, "the" and "and" do not count. */
export function nameKey(name: string): string {
  const parts = fold(name)
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "" && part !== "and");
  const told = parts.length > 1 && parts[0] === "the" ? parts.slice(1) : parts;
  return told.join("");
}
