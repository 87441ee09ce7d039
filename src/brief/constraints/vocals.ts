import type { Constraint, VocalsWanted } from "../../../schema/brief.ts";
import { hasLanguage } from "../language-set.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { BEHIND, NARRATOR, ONE_KIND, SUNG, VOICES_ABROAD, WHOSE, WITH } from "./voice-words.ts";

const VOICE = "vocals?|vox|singing|singers?|sung|vocalists?|vocalizing|lyrics|voices?|words|human voice";
const KIND =
  "lead|main|solo|male|female|men's|women's|man's|woman's|boy|girl|background|backing|real|human|sung|singing|weibliche[rn]?|männliche[rn]?";

const VOICES = new RegExp(
  `(?<![\\w'])((?:${KIND})(?: |-|/| and | or ))*(${VOICE}|${VOICES_ABROAD})${WHOSE}(?![\\w'-])`,
  "gu",
);
const INSTRUMENTAL =
  /(?<!\w)(?:instrumentals?(?: (?:only|versions?|mix|mixes|tracks?|music|piece|songs?))?|purely instrumental|instrumental(?:musik|version|fassung|stücke?)|instrumental(?:e|es|en|er)|instrument(?:aux|ais)|strumental[ei]|karaoke)(?!\w| (?:break|section|intro|bridge|solo|part|passage|hook|pop|rock|hip))/gu;
const VOCAL_TRACK = /(?<!\w)(?:vocal (?:tracks?|songs?|versions?|led|driven)|with words)(?!\w)/gu;
/** A voice that belongs to the picture or to the sound design, not to the song. */
const NOT_THE_SONG =
  /^[- ]?(?:chops?|samples?|over|overs|track under|fx|effects?|optional|are (?:ok|fine|optional|welcome)|is (?:ok|fine|optional)|ok\b|fine\b)|^ (?:needs|to be heard|of (?:the|a|our))/u;

/** "No vocals" is a promise; "instrumental" is, too, and means that nobody sings the lead. */
export function recogniseVocals(passage: Passage): readonly Constraint[] {
  return [
    ...eachMatch(passage, INSTRUMENTAL, (match, polarity) => ({
      kind: "vocals",
      want: polarity < 0 ? "lead" : "not_lead",
      from: wordsOf(passage, match),
    })),
    ...eachMatch(passage, VOCAL_TRACK, (match, polarity) => ({
      kind: "vocals",
      want: polarity < 0 ? "none" : "lead",
      from: wordsOf(passage, match),
    })),
    ...readVoices(passage),
  ];
}

/** Positive voices stay unclaimed: "female vocals" is a wish as well. */
function readVoices(passage: Passage): Constraint[] {
  const found: Constraint[] = [];
  const negated = eachMatch(passage, VOICES, (match, polarity) => {
    const want = wantedVoice(passage, match, polarity);
    if (want === null) return null;
    const constraint: Constraint = { kind: "vocals", want, from: wordsOf(passage, match) };
    if (polarity <= -1) return constraint;
    found.push(constraint);
    return null;
  });
  return [...negated, ...found.slice(0, 1)];
}

function wantedVoice(passage: Passage, match: RegExpExecArray, polarity: number): VocalsWanted | null {
  const words = match[0];
  const voice = match[2] ?? "";
  const after = passage.lower.slice(match.index + words.length);
  const background = /background|backing/.test(words) || BEHIND.test(words);
  if (polarity < 0) {
    // "Less vocals" and "no male vocals" leave other voices possible.
    if (
      polarity > -1 ||
      background ||
      /(?<!\w)(?:fe)?male|men's|women's|man's|boy|girl/.test(words) ||
      ONE_KIND.test(words)
    )
      return null;
    if (voice === "words" || (voice === "text" && !hasLanguage(passage.languages, "de"))) return null;
    return /lead|main|solo/.test(words) ? "not_lead" : "none";
  }
  if (NOT_THE_SONG.test(after) || NARRATOR.test(after) || background) return null;
  if (/^(?:vocals?|singing|singers?|sung|vocalists?|vox)$/.test(voice) || SUNG.test(voice)) return "lead";
  if (voice === "lyrics") return passage.lower.slice(0, match.index).endsWith("with ") ? "lead" : null;
  if (!/voice|voix|voz|voc[ei]s?|stimme|chants?|canto|gesang/.test(voice)) return null;
  const isNamed = match[1] !== undefined || ONE_KIND.test(words);
  return isNamed || WITH.test(passage.lower.slice(0, match.index)) ? "lead" : null;
}
