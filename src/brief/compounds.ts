import { functionLanguages } from "../text/function-words.ts";
import { hasLanguage } from "../text/language-set.ts";
import type { Meaning } from "./vocabulary.ts";

/** Last parts that mean only music or a picture: "Klaviermusik", "Verfolgungsszene". */
const TAILS =
  /(?:musik|stucke?|stuecke?|lied(?:er)?|songs?|tracks?|szenen?|filme?s?|videos?|klange|klaenge|klang|sounds?|melodien?|stimmung|atmosphare|gefuhle?|begleitung|einlagen?|stil|spots?|clips?|thema|themen|feeling|elemente?)$/;

/**
 * Letters that German puts between two parts: "Verfolgung-s-jagd", "Gitarre-n-riff". Joining without a letter is tried
 * first.
 */
const JOINTS = ["", "s", "n", "es", "en", "er", "e"];

const PART_MIN = 4;
/** Minimum length of a part that is enough on its own to recognise a compound. Shorter parts match by chance. */
const SINGLE_PART_MIN = 5;
const REST_MIN = 3;

/** Returns what a German compound means by its known parts. `lookUp` gives the meaning of one folded part. */
export function compoundMeaning(word: string, lookUp: (part: string) => Meaning | undefined): Meaning | undefined {
  if (word.length < PART_MIN + REST_MIN || hasLanguage(functionLanguages(word), "de")) return undefined;
  const tail = TAILS.exec(word)?.[0] ?? "";
  const head = tail === "" ? undefined : firstPart(word.slice(0, -tail.length), lookUp);
  if (head !== undefined) return head;
  let best: Meaning | undefined;
  let bestLength = 0;
  for (let cut = REST_MIN; cut <= word.length - REST_MIN; cut++) {
    const front = cut < PART_MIN ? undefined : firstPart(word.slice(0, cut), lookUp);
    const back = word.length - cut < PART_MIN ? undefined : part(word.slice(cut), lookUp);
    if (front !== undefined && back !== undefined) return both(front, back);
    const length = front !== undefined ? cut : back !== undefined ? word.length - cut : 0;
    if (length >= SINGLE_PART_MIN && length > bestLength) {
      best = front ?? back;
      bestLength = length;
    }
  }
  return best;
}

function firstPart(text: string, lookUp: (part: string) => Meaning | undefined): Meaning | undefined {
  for (const joint of JOINTS) {
    if (!text.endsWith(joint) || text.length - joint.length < PART_MIN - 1) continue;
    const found = part(joint === "" ? text : text.slice(0, -joint.length), lookUp);
    if (found !== undefined) return found;
  }
  // Some first parts lose an e before their n: "Kirchenglocken".
  return text.endsWith("n") ? undefined : part(`${text}e`, lookUp);
}

function part(text: string, lookUp: (part: string) => Meaning | undefined): Meaning | undefined {
  return hasLanguage(functionLanguages(text), "de") ? undefined : lookUp(text);
}

function both(front: Meaning, back: Meaning): Meaning {
  return {
    concepts: [...front.concepts, ...back.concepts.filter((one) => !front.concepts.includes(one))],
    scene: front.scene ?? back.scene,
    strength: Math.min(front.strength, back.strength),
  };
}
