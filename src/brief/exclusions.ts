import type { Constraint, ExcludedFacet, Wish } from "../../schema/brief.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Concepts for any voice. The constraint on vocals decides about them, because audio files say who sings. */
const ANY_VOICE: ReadonlySet<string> = new Set(["voice", "vocals", "vocal-driven"]);

/**
 * Returns a constraint for each avoided instrument, genre, voice and period that a phrase rules out plainly. Moods are
 * opinions, so they stay wishes. A wanted concept keeps its tags, even if they are a kind of something excluded: "no
 * strings, but a solo cello". A scene or a situation that only implies it ("a rave") does not, nor does a wish of the
 * context for what the query excludes.
 */
export function exclusionsOf(
  { avoided, wanted }: { readonly avoided: readonly Wish[]; readonly wanted: readonly Wish[] },
  query: { readonly avoided: readonly Wish[]; readonly wanted: readonly Wish[] },
  vocabulary: Vocabulary,
): readonly Constraint[] {
  const plain = avoided.filter(({ isRefusedPlainly }) => isRefusedPlainly === true);
  if (plain.length === 0) return [];
  const stated = wanted.filter(({ isNamed }) => isNamed === true);
  const ofQuery = stated.filter(({ name }) => query.wanted.some((own) => own.isNamed === true && own.name === name));
  const isOfQuery = (wish: Wish): boolean =>
    query.avoided.some(({ name, isRefusedPlainly }) => isRefusedPlainly === true && name === wish.name);
  return plain.flatMap((wish): Constraint[] => {
    const concept = vocabulary.concept(wish.name);
    const facet = excludedFacet(wish, vocabulary);
    if (concept === undefined || facet === null) return [];
    const kept = keptTags(concept.kinds, isOfQuery(wish) ? ofQuery : stated, vocabulary);
    const kin = [...concept.kinds].filter((tag) => !kept.has(tag));
    if (kin.length === 0) return [];
    const notKin = [...concept.notKinds, ...kept];
    return [{ kind: "excluded", facet, name: wish.name, kin, notKin, from: wish.from }];
  });
}

/** Returns the kind of tag that shows whether a song complies; null if the concept cannot be excluded. */
export function excludedFacet(
  { facet, name }: Pick<Wish, "facet" | "name">,
  vocabulary: Vocabulary,
): ExcludedFacet | null {
  if (ANY_VOICE.has(name)) return null;
  if (facet === "genre" || facet === "instrument") return facet;
  if (facet !== "characteristic") return null;
  if (vocabulary.periods.has(name)) return "period";
  return vocabulary.concept("voice")?.kinds.has(name) === true ? "instrument" : null;
}

/** Returns the tags of wanted concepts: all kinds of a concept that is narrower than the excluded one. */
function keptTags(excluded: ReadonlySet<string>, wanted: readonly Wish[], vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set(
    wanted.flatMap(({ name }) => {
      const concept = vocabulary.concept(name);
      if (concept === undefined) return [name];
      return excluded.has(name) ? [...concept.kinds] : [name, ...concept.names];
    }),
  );
}
