import type { Wish } from "../../../schema/brief.ts";
import { tagKey, words } from "../../brief/text.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { AskTerm, Sought } from "../rule.ts";

/** What a word in a text is worth beside the same word as a whole tag. */
const TEXT_PART = 0.5;

/** Kin as near as this are other names of the same thing, and are looked for in texts too. */
const SYNONYM = 0.8;

/** Less than this is not worth the reading. */
const PART_MIN = 0.1;

/** All that may show a wish in this catalog: its tag, its kin's tags (in part), and their words in texts. */
export function wishTerms(index: RankingIndex, wish: Wish, kinShare = 1): AskTerm[] {
  const found: AskTerm[] = [];
  for (const { name, weight } of [{ name: wish.name, weight: 1 }, ...wish.kin]) {
    const part = weight < SYNONYM ? weight * kinShare : weight;
    if (part < PART_MIN) continue;
    const tag = index.tag(name);
    if (tag >= 0) found.push({ term: tag, part, shows: weight < SYNONYM ? "near tag" : "tag", name });
    if (weight < SYNONYM) continue;
    const [word, ...more] = words(name);
    // The words of a name of several words say little one by one; "hip-hop" counts by its joined form.
    const sought = more.length === 0 ? word : name.includes(" ") ? undefined : more.at(-1);
    if (sought === undefined) continue;
    const term = index.word(sought);
    if (term >= 0) found.push({ term, part: weight * TEXT_PART, shows: "word", name: sought });
  }
  return found;
}

/** Tags that say the contrary of a wish. */
export function contraryTerms(index: RankingIndex, wish: Wish): AskTerm[] {
  return wish.kin.flatMap(({ name, weight }) => {
    const term = weight < 0 ? index.tag(name) : -1;
    return term < 0 ? [] : [{ term, part: -weight, shows: "contrary tag", name }];
  });
}

function isNameOf(key: string, kin: Wish["kin"]): boolean {
  return kin.some(({ name, weight }) => weight >= SYNONYM && tagKey(name) === key);
}

/** Of all that the client said for a wish, the words that name it tell most, then the longest. */
export function soughtBy({ name, from, kin }: Wish): Sought {
  const key = tagKey(name);
  const own = from.find((said) => tagKey(said) === key);
  const named = own ?? from.find((said) => isNameOf(tagKey(said), kin));
  const longest = from.toSorted((a, b) => b.length - a.length)[0] ?? name;
  const said = named ?? longest;
  // "Car chase" may be another name of action, and is a scene all the same.
  return { name, said, isNamed: own !== undefined || (named !== undefined && !/\s/.test(named)) };
}
