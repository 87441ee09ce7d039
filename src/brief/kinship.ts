import type { Kin } from "../../schema/brief.ts";
import type { VocabularyLine, ConceptLine } from "./vocabulary-lines.ts";

/** What a concept's other names are worth beside its own. */
const NAMES = 0.95;

/** Kin as near as this go with what is avoided. */
const NEAR = 0.5;
/** Of a genre or an instrument, kin as near as this are kinds of it. */
const KIND = 0.7;

/** How the lines hang together: by name, and which belong to which family. */
export interface Families {
  readonly line: ReadonlyMap<string, VocabularyLine>;
  readonly members: ReadonlyMap<string, readonly Kin[]>;
}

export function familiesOf(lines: readonly VocabularyLine[]): Families {
  const members = new Map<string, Kin[]>();
  for (const { name, family } of lines) {
    if (family === null) continue;
    const known = members.get(family.name);
    if (known === undefined) members.set(family.name, [{ name, weight: family.weight }]);
    else known.push({ name, weight: family.weight });
  }
  return { line: new Map(lines.map((line) => [line.name, line])), members };
}

/**
 * A concept's other names serve it whole, its kin and their other names in part, its contraries count against it. A
 * family's members serve it too, and what holds for the family holds for its members in proportion.
 */
export function spreadKin(line: VocabularyLine, { line: lineOf, members }: Families): Kin[] {
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    if (name !== line.name && !weights.has(name)) weights.set(name, Math.round(weight * 1000) / 1000);
  };
  const addWithNames = ({ name, weight }: Kin, share = 1): void => {
    add(name, weight * share);
    for (const phrase of lineOf.get(name)?.phrases ?? []) if (!phrase.startsWith("~")) add(phrase, weight * share);
  };
  for (const phrase of line.phrases) if (!phrase.startsWith("~")) add(phrase, NAMES);
  for (const one of line.kin) addWithNames(one);
  for (const one of line.contraries) add(one.name, -one.weight);
  for (const member of members.get(line.name) ?? []) addWithNames(member);
  const family = line.family === null ? undefined : lineOf.get(line.family.name);
  if (line.family === null || family === undefined) return kinOf(weights);
  for (const one of family.kin) addWithNames(one, line.family.weight);
  for (const one of family.contraries) add(one.name, -one.weight * line.family.weight);
  return kinOf(weights);
}

/** What goes with a concept where a brief wants none of it; `kin` is its kin, spread. */
export function shunnedWith(line: ConceptLine, families: Families, kin: readonly Kin[]): readonly Kin[] {
  const isOpinion = line.facet === "mood" || line.facet === "characteristic";
  return isOpinion ? kin.filter(({ weight }) => weight >= NEAR) : kindsOf(line, families);
}

/**
 * "No metal" means metal, by all its names, and every kind of it, but neither what it is a kind of nor what it is only
 * often heard with. A mood's neighbours are of its kind.
 */
function kindsOf(line: VocabularyLine, { line: lineOf, members }: Families): Kin[] {
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    if (name === line.name || weights.has(name)) return;
    weights.set(name, Math.round(weight * 1000) / 1000);
    for (const phrase of lineOf.get(name)?.phrases ?? [])
      if (!phrase.startsWith("~") && phrase !== line.name && !weights.has(phrase)) weights.set(phrase, weight);
  };
  for (const phrase of line.phrases) if (!phrase.startsWith("~")) weights.set(phrase, NAMES);
  for (const member of members.get(line.name) ?? []) {
    add(member.name, member.weight);
    for (const grandchild of members.get(member.name) ?? []) add(grandchild.name, member.weight * grandchild.weight);
  }
  for (const { name, weight } of line.kin) {
    const isParent = name === line.family?.name || line.name.endsWith(` ${name}`);
    if (!isParent && (weight >= KIND || name.endsWith(` ${line.name}`))) add(name, weight);
  }
  return kinOf(weights);
}

function kinOf(weights: ReadonlyMap<string, number>): Kin[] {
  return [...weights].map(([name, weight]) => ({ name, weight }));
}
