import type { Constraint, VocalsWanted } from "../../../schema/brief.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";

const VOICE =
  "vocals?|vox|singing|singers?|sung|vocalists?|vocalizing|lyrics|voices?|words|human voice|gesang|stimmen?|sänger(?:in)?|gesungen|text|chant(?:eur|euse)?|voix|paroles|voz|voces|cantantes?|letra|canto|voce|voci|cantato|cantanti|vozes|vocais|cantores?|cant(?:or|ora)|vocali";
const KIND =
  "lead|main|solo|male|female|men's|women's|man's|woman's|boy|girl|background|backing|real|human|sung|singing|weibliche[rn]?|männliche[rn]?";

const VOICES = new RegExp(`(?<![\\w'])((?:${KIND})(?: |-|/| and | or ))*(${VOICE})(?![\\w'-])`, "gu");
const INSTRUMENTAL =
  /(?<!\w)(?:instrumentals?(?: (?:only|versions?|mix|mixes|tracks?|music|piece|songs?))?|purely instrumental|instrumentalmusik|instrumental(?:e|es|en|er)|strumental[ei]|karaoke)(?!\w| (?:break|section|intro|bridge|solo|part|passage|hook|pop|rock|hip))/gu;
const VOCAL_TRACK = /(?<!\w)(?:vocal (?:tracks?|songs?|versions?|led|driven)|with words|gesungene)(?!\w)/gu;
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
  const background = /background|backing/.test(words);
  if (polarity < 0) {
    // "Less vocals" and "no male vocals" leave other voices possible.
    if (polarity > -1 || background || /(?<!\w)(?:fe)?male|men's|women's|man's|weiblich|männlich|boy|girl/.test(words))
      return null;
    if (voice === "words" || voice === "text") return null;
    return /lead|main|solo/.test(words) ? "not_lead" : "none";
  }
  if (NOT_THE_SONG.test(after) || background) return null;
  if (
    /^(?:vocals?|singing|singers?|sung|vocalists?|vox|cantantes?|sänger(?:in)?|gesang|gesungen|chanteu(?:r|se)|vocais)$/.test(
      voice,
    )
  )
    return "lead";
  if (voice === "lyrics") return passage.lower.slice(0, match.index).endsWith("with ") ? "lead" : null;
  return /voice|voix|voz|voce|stimme/.test(voice) && match[1] !== undefined ? "lead" : null;
}
