import { once } from "../../lib/once.ts";
import type { Steps } from "../../lib/steps.ts";
import type { TextFeature } from "../features/feature-names.ts";
import type { Passage } from "../passage.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import { likeliestStance, type Stance, type StanceChances } from "./stance.ts";
import { linkFeatures } from "./link-features.ts";
import { numbered } from "./numbered-passage.ts";
import { stanceFeatures } from "./stance-features.ts";
import { networkChances, readStanceNetwork, type StanceNetwork, weightSums } from "./stance-network.ts";
import weights from "./weights.txt" with { type: "text" };

const network = once(() => readStanceNetwork(weights));

/** Returns what the passage says of each phrase. */
export function readingStances(passage: Passage, phrases: readonly FoundPhrase[]): Steps<readonly StanceChances[]> {
  return decodingStances(network(), passage, phrases);
}

/**
 * Reads the phrases in order; each depends on the likeliest stance of the one before (a maximum-entropy Markov model:
 * McCallum, Freitag and Pereira, 2000).
 */
export function* decodingStances(
  fitted: StanceNetwork,
  passage: Passage,
  phrases: readonly FoundPhrase[],
): Steps<readonly StanceChances[]> {
  const inNumbers = numbered(passage, fitted.names);
  const features = yield* stanceFeatures(inNumbers, phrases);
  const sums = new Map<readonly TextFeature[], Int32Array>();
  const sumsOf = (shared: readonly TextFeature[]): Int32Array => {
    const known = sums.get(shared) ?? weightSums(fitted, shared);
    sums.set(shared, known);
    return known;
  };
  const read: StanceChances[] = [];
  let before: { readonly phrase: FoundPhrase; readonly stance: Stance } | null = null;
  for (const [number, phrase] of phrases.entries()) {
    yield;
    if (phrase.meaning.concepts.length === 0) {
      read.push(UNREAD);
      continue;
    }
    const { own = [], shared = [] } = features[number] ?? {};
    const ownAndLinks = own.concat(linkFeatures(inNumbers, phrase, before));
    const chances = namedChances(networkChances(fitted, ownAndLinks, shared.map(sumsOf)));
    read.push(chances);
    before = { phrase, stance: likeliestStance(chances) };
  }
  return read;
}

/** Chances of a phrase that only names a scene: it has no stance. */
const UNREAD: StanceChances = { wanted: 0, refused: 0, reduced: 0, allowed: 0, everyday: 1 };

function namedChances([wanted = 0, refused = 0, reduced = 0, allowed = 0, everyday = 0]: number[]): StanceChances {
  return { wanted, refused, reduced, allowed, everyday };
}
