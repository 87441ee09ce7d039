import type { Brief, Kin, Wish } from "../../../schema/brief.ts";
import type { Facet } from "../../../schema/song.ts";
import type { Steps } from "../../lib/steps.ts";
import { parsing } from "../parse-brief.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { DetectedSight } from "./detect-sights.ts";

/** Strength of a sentence whose situation is clear. */
const STRENGTH = 0.8;

/** A reading whose heaviest wish has this weight is clear. What a short story implies hardly ever weighs more. */
const CLEAR = 0.25;

/** More informative than a word: a sentence says what happens. */
const INFORMATIVENESS = 2.4;

/**
 * Facets that a sentence about a picture can state. The music that its story implies counts in every facet. A genre can
 * be the name on a sign, and text in a picture must not choose its music.
 */
const STATED: ReadonlySet<Facet> = new Set<Facet>(["mood", "instrument"]);

/** Writing in the picture that the sentence repeats. */
const QUOTED = /["“”„«»][^"“”„«»]*["“”„«»]|(?<!\p{L})['‘][^'‘’]*['’](?!\p{L})/gu;

/**
 * Reads a sentence about a picture as a scene, with the code that reads contexts. Only its wishes count: it has no
 * constraints, no names and no exclusions, because the client did not say it.
 */
export function* describedScene(sentence: string, vocabulary: Vocabulary): Steps<readonly DetectedSight[]> {
  const scene = sentence.replaceAll(QUOTED, " ");
  const read = yield* parsing({ query: null, context: scene, isScene: true }, vocabulary);
  return sightsOf(read);
}

/** Returns one sight for each situation or phrase that explains wishes. */
function sightsOf({ wanted, avoided }: Brief): readonly DetectedSight[] {
  const believed = wanted.filter(({ facet, isImplied }) => isImplied === true || STATED.has(facet));
  const heaviest = believed.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (heaviest === 0) return [];
  const strength = STRENGTH * Math.min(1, heaviest / CLEAR);
  const share = (wish: Wish): Kin => ({ name: wish.name, weight: Math.min(1, wish.weight / heaviest) });
  const against = avoided.filter(({ isImplied }) => isImplied === true).map(share);
  const byName = Map.groupBy(believed, ({ from }) => from[0] ?? "scene described");
  return [...byName].map(([name, wishes], at): DetectedSight => {
    const sight = {
      name,
      isForm: false,
      isUndertone: false,
      when: [],
      wants: wishes.map(share),
      against: at === 0 ? against : [],
    };
    return {
      sight: { ...sight, tempo: null, energy: null },
      strength,
      rejection: strength,
      certainty: Math.min(1, heaviest / CLEAR),
      name,
      informativeness: INFORMATIVENESS,
    };
  });
}
