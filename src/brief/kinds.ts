import { once } from "../lib/once.ts";
import { dataLines, listed } from "../text/data-lines.ts";
import { tagKey } from "../text/keys.ts";
import type { Families } from "./kinship.ts";
import kindLines from "./vocabulary/kinds.txt" with { type: "text" };

/** Minimum nearness of a member of a family that is a kind of it. */
const KIND = 0.7;

/** A line of kinds.txt. */
interface ListedKinds {
  readonly kinds: readonly string[];
  readonly notKinds: ReadonlySet<string>;
}

/**
 * Returns the tags that are a kind of a concept, with the concept's own names: guitar, acoustic guitar, steel-string
 * guitar. Unlike kin, they are never a wider concept and never one that merely goes with it.
 */
export function kindsOf(name: string, families: Families): ReadonlySet<string> {
  const found = new Set<string>();
  const concepts = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (concepts.has(next)) continue;
    concepts.add(next);
    found.add(next);
    for (const phrase of families.line.get(next)?.phrases ?? []) if (!phrase.startsWith("~")) found.add(phrase);
    open.push(...directKinds(next, families));
  }
  return found;
}

/** The phrases of the vocabulary by the keys of their last words: "bass guitar" by "guitar". */
export type Endings = ReadonlyMap<string, readonly string[]>;

export function endingsOf({ line }: Families): Endings {
  const endings = new Map<string, string[]>();
  for (const { name, phrases } of line.values())
    for (const phrase of [name, ...phrases]) {
      const parts = phrase.split(/[ -]/);
      for (let at = 1; at < parts.length; at++) {
        const key = tagKey(parts.slice(at).join(" "));
        const known = endings.get(key);
        if (known === undefined) endings.set(key, [phrase]);
        else known.push(phrase);
      }
    }
  return endings;
}

/** Returns the tags of the vocabulary that end like a kind of a concept and are none. */
export function lookalikesOf(kinds: ReadonlySet<string>, endings: Endings): readonly string[] {
  const keys = new Set([...kinds].map(tagKey));
  const alike = [...keys].flatMap((key) => endings.get(key) ?? []);
  return [...new Set(alike)].filter((phrase) => !keys.has(tagKey(phrase)));
}

/** Moods are left out: a "hustle" is near hip hop, but not a kind of it. */
function directKinds(name: string, { line: lineOf, members }: Families): readonly string[] {
  const line = listedKinds().get(name);
  const near = (members.get(name) ?? [])
    .filter((member) => member.weight >= KIND && lineOf.get(member.name)?.facet !== "mood")
    .map((member) => member.name);
  return [...near.filter((member) => line?.notKinds.has(member) !== true), ...(line?.kinds ?? [])];
}

const listedKinds = once(
  (): ReadonlyMap<string, ListedKinds> =>
    new Map(
      dataLines(kindLines).map((line) => {
        const [name = "", is = "", isNot = ""] = line.split("|").map((part) => part.trim());
        return [name, { kinds: listed(is), notKinds: new Set(listed(isNot)) }];
      }),
    ),
);
