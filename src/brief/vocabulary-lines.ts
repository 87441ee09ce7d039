import type { Kin } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import { dataLines, listed } from "../text/data-lines.ts";

/** A line for a concept. */
export interface ConceptLine extends VocabularyLine {
  readonly facet: Facet;
}

/** A line for a concept, a scene or a sight; docs/ranking.md describes the form. */
export interface VocabularyLine {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly kin: readonly Kin[];
  /** The kin marked ^: the family that this concept belongs to. */
  readonly family: Kin | null;
  readonly contraries: readonly Kin[];
}

/** Throws if a weight is invalid, and quotes it. */
export function readLines(file: string): VocabularyLine[] {
  return dataLines(file).map((line) => {
    const [name = "", phrases = "", kin = "", contraries = ""] = line.split("|").map((part) => part.trim());
    const near = weighted(kin);
    const family = near.find((one) => one.name.startsWith("^"));
    return {
      name,
      phrases: listed(phrases),
      kin: near.map((one) => (one === family ? unmarked(one) : one)),
      family: family === undefined ? null : unmarked(family),
      contraries: weighted(contraries),
    };
  });
}

function unmarked({ name, weight }: Kin): Kin {
  return { name: name.slice(1), weight };
}

/** Reads "dark .5, cool .3". */
function weighted(text: string): Kin[] {
  return listed(text).map((part) => {
    const at = part.lastIndexOf(" ");
    const weight = Number(part.slice(at + 1));
    if (at < 0 || !(weight > 0 && weight <= 1))
      throw new Error(`A vocabulary file says "${part}"; expected a name and a weight up to 1.`);
    return { name: part.slice(0, at), weight };
  });
}
