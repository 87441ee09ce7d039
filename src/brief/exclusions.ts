import type { Constraint, ExcludedFacet, Wish } from "../../schema/brief.ts";
import { stemKey, wordKey } from "../text/keys.ts";
import { normalise } from "../text/tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Minimum weight of an avoided wish that is an exclusion. "Less piano" weighs 0.45, and the piano of "no sad piano"
 * 0.63: such wishes only lower a song's score.
 */
const PLAINLY = 0.65;

/** Concepts for any voice. The constraint on vocals decides about them, because audio files say who sings. */
const ANY_VOICE: ReadonlySet<string> = new Set(["voice", "vocals", "vocal-driven"]);

/** At most this many characters can be between an avoided thing and the words that limit it. */
const REACH = 24;

/** Words after an avoided thing that make it a preference: "no drums if possible", "no drums until the chorus". */
const LIMITED = new RegExp(
  String.raw`^[^.;:!?\n]{0,${REACH}}?(?<!\w)(?:${[
    "(?:if|where|when|wherever|whenever) possible|if you can|ideally|preferably",
    "until|till|before the|at (?:first|the (?:start|beginning|end))|in the (?:intro|beginning|first|verses?|chorus|bridge|outro|middle|end)",
    "wenn möglich|wenn es geht|bis (?:zum|zur)|am anfang|zu beginn|im (?:intro|refrain)",
    "si possible|jusqu'(?:aux?|à|en)|au début|dans l'intro",
    "(?:si es|a ser) posible|hasta|al principio|en la intro",
    "se possibile|fino a|all'inizio|nell'intro",
    "se possível|até|no início|na intro",
  ].join("|")})(?!\w)`,
  "iu",
);

/**
 * Returns a constraint for each avoided instrument, genre, voice and period that the brief rules out plainly. Moods are
 * opinions, so they stay wishes. A wanted concept keeps its tags, even if they are a kind of something excluded: "no
 * strings, but a solo cello". `texts` are the query and the context, as the client
 * wrote them.
 */
export function exclusionsOf(
  { avoided, wanted }: { readonly avoided: readonly Wish[]; readonly wanted: readonly Wish[] },
  texts: readonly (string | null)[],
  vocabulary: Vocabulary,
): readonly Constraint[] {
  const text = texts.map((one) => normalise(one ?? "").toLowerCase()).join("\n");
  const places = new Map(avoided.flatMap(({ from }) => from).map((said) => [said, placesAfter(text, said)]));
  const plain = avoided.filter(
    (wish) => isPlain(wish, text) && avoided.every((other) => !isOnlyWith(wish, other, text, places)),
  );
  if (plain.length === 0) return [];
  const stated = wanted.filter((wish) => isStated(wish, text, vocabulary));
  return plain.flatMap((wish): Constraint[] => {
    const concept = vocabulary.concept(wish.name);
    const facet = excludedFacet(wish, vocabulary);
    if (concept === undefined || facet === null) return [];
    const kept = keptTags(concept.kinds, stated, vocabulary);
    const kin = [...concept.kinds].filter((tag) => !kept.has(tag));
    if (kin.length === 0) return [];
    const notKin = [...concept.notKinds, ...kept];
    return [{ kind: "excluded", facet, name: wish.name, kin, notKin, from: wish.from }];
  });
}

function isPlain({ weight, from, isEvidence }: Wish, text: string): boolean {
  if (isEvidence === true || weight < PLAINLY) return false;
  return !from.some((said) => LIMITED.test(after(text, said.toLowerCase())));
}

/**
 * Whether the text says one wish only in a phrase with the other: "no trap drums" refuses neither all trap nor all
 * drums. `places` has the places after each phrase, so that no pair of wishes searches the text.
 */
function isOnlyWith(wish: Wish, other: Wish, text: string, places: ReadonlyMap<string, readonly number[]>): boolean {
  const [style, played] = wish.facet === "instrument" ? [other, wish] : [wish, other];
  if (played.facet !== "instrument" || style.facet === "instrument") return false;
  const phrases = style.from.flatMap((first) =>
    played.from
      .filter((second) => places.get(first)?.some((at) => text.startsWith(second.toLowerCase(), at)))
      .map((second) => `${first} ${second}`.toLowerCase()),
  );
  if (phrases.length === 0) return false;
  const rest = phrases.reduce((left, phrase) => left.replaceAll(phrase, " "), text);
  return wish.from.every((said) => !rest.includes(said.toLowerCase()));
}

/** Returns the places in the text after the client's words and a space. */
function placesAfter(text: string, said: string): readonly number[] {
  const phrase = `${said.toLowerCase()} `;
  const places: number[] = [];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) places.push(at + phrase.length);
  return places;
}

/** Returns what follows the client's words in the text; "" if the text does not have them. */
function after(text: string, said: string): string {
  const at = said === "" ? -1 : text.indexOf(said);
  return at < 0 ? "" : text.slice(at + said.length);
}

/** Returns the kind of tag that shows whether a song complies; null if the concept cannot be excluded. */
function excludedFacet({ facet, name }: Wish, vocabulary: Vocabulary): ExcludedFacet | null {
  if (ANY_VOICE.has(name)) return null;
  if (facet === "genre" || facet === "instrument") return facet;
  if (facet !== "characteristic") return null;
  if (vocabulary.periods.has(name)) return "period";
  return vocabulary.concept("voice")?.kinds.has(name) === true ? "instrument" : null;
}

/**
 * Whether the client named the concept. A scene or a situation that only implies it ("a rave", "cyberpunk city") does not
 * weaken an exclusion. Words of the text that the vocabulary does not have are names in another language.
 */
function isStated({ name, from, isImplied }: Wish, text: string, vocabulary: Vocabulary): boolean {
  if (isImplied === true) return false;
  return from.some((said) => {
    const meaning = vocabulary.meaning(wordKey(said), stemKey(said));
    if (meaning === undefined) return text.includes(said.toLowerCase());
    return meaning.concepts.some((concept) => concept.name === name);
  });
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
