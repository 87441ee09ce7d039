import type { Kin } from "../../schema/brief.ts";
import type { ConceptLine, VocabularyLine } from "./vocabulary-lines.ts";

/** Weight of a concept's other names, compared with its own. */
const NAMES = 0.95;

/** Minimum weight of the near tags that are avoided together with a mood. */
const NEAR = 0.5;
/** Minimum weight of the near tags of a genre or an instrument that are kinds of it. */
const KIND = 0.7;

/** All lines by name, and the members of each family. */
export interface Families {
  readonly line: ReadonlyMap<string, ConceptLine>;
  readonly members: ReadonlyMap<string, readonly Kin[]>;
}

export function familiesOf(lines: readonly ConceptLine[]): Families {
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
 * Returns the kin of a concept: its other names at almost full weight, its near tags and their names in part, and its
 * contraries below 0. It adds the members of its family, and in proportion what holds for the family itself.
 */
export function spreadKin(line: ConceptLine, { line: lineOf, members }: Families): Kin[] {
  const weights = new Map<string, number>();
  const sameFacet = new Set<string>();
  const add = (name: string, weight: number): void => {
    if (name !== line.name && !weights.has(name)) weights.set(name, Math.round(weight * 1000) / 1000);
  };
  const addWithNames = ({ name, weight }: Kin, share = 1): void => {
    const kin = lineOf.get(name);
    for (const one of [name, ...(kin?.phrases ?? [])]) {
      if (one.startsWith("~")) continue;
      add(one, weight * share);
      if (kin?.facet === line.facet) sameFacet.add(one);
    }
  };
  const spread = (): Kin[] =>
    kinOf(weights).map((one) => (sameFacet.has(one.name) ? { ...one, isSameFacet: true } : one));
  for (const phrase of line.phrases) if (!phrase.startsWith("~")) add(phrase, NAMES);
  for (const one of line.kin) addWithNames(one);
  for (const one of line.contraries) add(one.name, -one.weight);
  for (const member of members.get(line.name) ?? []) addWithNames(member);
  const family = line.family === null ? undefined : lineOf.get(line.family.name);
  if (line.family === null || family === undefined) return spread();
  for (const one of family.kin) addWithNames(one, line.family.weight);
  for (const one of family.contraries) add(one.name, -one.weight * line.family.weight);
  return spread();
}

/** Returns the terms to avoid when a brief excludes a concept; `kin` holds its related terms. */
export function kinToAvoid(line: ConceptLine, families: Families, kin: readonly Kin[]): readonly Kin[] {
  const isOpinion = line.facet === "mood" || line.facet === "characteristic";
  return isOpinion ? kin.filter(({ weight }) => weight >= NEAR) : kindsToAvoid(line, families);
}

/**
 * "No metal" excludes metal by all its names and every kind of metal. It does not exclude what metal is a kind of, nor
 * what often goes with it.
 */
function kindsToAvoid(line: VocabularyLine, { line: lineOf, members }: Families): Kin[] {
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
