import { hasLanguage } from "../../text/language-set.ts";
import type { Passage } from "../passage.ts";
import { type SentenceAround, sentenceAround } from "./sentence.ts";
import { SUNG } from "./voice-words.ts";

/** Languages of songs, in six languages. */
const LANGUAGE =
  "(?:english|french|german|spanish|italian|portuguese|japanese|korean|arabic|irish|gaelic|hindi|yoruba|swahili|latin|creole|" +
  "englisch|französisch|deutsch|spanisch|italienisch|portugiesisch|bairisch|anglais|français|allemand|espagnol|italien|portugais|" +
  "inglés|francés|alemán|español|italiano|portugués|árabe|inglese|francese|tedesco|spagnolo|portoghese|napoletano|" +
  "inglês|francês|alemão|espanhol|português|crioulo)(?!\\p{L})";
const IN_LANGUAGE = `(?:in|auf|en|em) ${LANGUAGE}`;

/** Demands on the language of the words: "it has to be in Spanish", "Text auf Englisch". */
export const SUNG_IN = new RegExp(
  `(?<!\\p{L})(?:(?:must|has to|have to|needs? to) be (?:sung )?|muss |müssen |doit être (?:chantée? )?|tiene que (?:ser|estar) |deve essere |tem (?:que|de) ser |(?:lyrics|texte?|letras?|paroles|testo) (?:is |are |soll |)?)${IN_LANGUAGE}`,
  "gu",
);
/** Words of the picture, which have a language too. */
export const NOT_SUNG =
  /(?<!\p{L})(?:voice-?overs?|vo|narrat\w+|dialogue?s?|subtitles?|captions?|copy|titles?|film|spot|sprecher(?:in)?|off-text)(?!\p{L})/u;

/** Softens a wish: "a vocal hook would be a gift", "cantado o no", "voz feminina, pode". */
const OPEN_AFTER =
  /^[^.;\n]{0,60}?(?:would be|could be|where possible|if possible|if you|or (?:not|none|without|no)|welcome|optional|a plus|= good|oder (?:nicht|ohne)|wäre|gerne?(?!\p{L})|ou (?:pas|non|sans)|bienvenue|si possible|o (?:no|sin)(?!\p{L})|bienvenid|si se puede|o (?:non|senza)|se possibile|benvenut|ou (?:não|sem)|pode(?:\.|,|$)|bem-vind)/u;
const OPEN_BEFORE =
  /(?:maybe|perhaps|possibly|vielleicht|eventuell|peut-être|éventuellement|tal vez|quizás?|mejor|forse|magari|eventualmente|talvez)[^.;,\n]{0,30}$/u;
/** A voice in one place of the music. */
const PLACE_BEFORE =
  /(?:at the end|in the (?:last|final|chorus|intro|bridge)|am (?:ende|schluss)|à la fin|al final|en la última|en el último|alla fine|nel finale|no final|na última),? [^.;\n]{0,30}$/u;

/** "Solo guitar, or something with a female voice": the words from "or" to the voice. */
const OR_BEFORE =
  /(?:^|[ ,;.–—-])(?:or|oder|ou|o|oppure|ó|either)(?: (?:else|maybe|perhaps|even|rather|something|anything|one|some|a|an|the|piece|song|track|music|soft|with|auch|etwas|was|ein|eine|einer|einem|stück|lied|mit|quelque|chose|morceau|chanson|un|une|une|de|avec|algo|quizás?|alguna|canción|una|música|con|qualcosa|brano|canzone|musica|da|forse|magari|algum|alguma|coisa|uma|um|com|tal|vez|talvez)){0,5} $/u;
const ANY_VOICE =
  /(?<!\p{L})(?:vocals?|vox|voices?|sing(?:er|ing)s?|sung|male|female|gesang|stimmen?|\p{L}+stimme|voix|chant\p{L}*|voz|voces|vozes|voce|voci|cant\p{L}+|vocal\p{L}*)(?!\p{L})/u;

const MUST_BEFORE =
  /(?<!\p{L})(?:must|has to|have to|needs? to|muss|müssen|doit|doivent|tienen? que|deve|devono|devem|tem (?:que|de))(?!\p{L})(?![^,;:]*(?:under|behind|over|around|for|below|beneath|with|unter|hinter|neben|mit|sous|derrière|place à|bajo|debajo|detrás|sotto|dietro|sob|embaixo)(?!\p{L})[^,;:]*$)[^,;:]{0,40}$/u;
/** "Voice: female rapper", "VOCALS | male". */
const HEADING_BEFORE =
  /(?<!\p{L})(?:voices?|vocals?|vox|singers?|gesang|stimmen?|voix|chant|voz|vozes|voces|voce|voci|canto)\s?[:|=–—-]\s?(?:\p{L}+[ ,]*){0,3}$/u;
const HEADING =
  /^\s?[:|=](?!\s?(?:see|tbd|tbc|open|any(?!\p{L})|either|none|no(?!\p{L})|keine?|aucune?|ninguna?|nessuna?|nenhuma?|-))/u;
/** "Male voices only", "singing about home". */
const AFTER = /^ (?:only(?! (?:as|in|if|at|when))|about|über|sobre|sur)(?!\p{L})/u;
const LANGUAGE_AFTER = new RegExp(`^[^.;\\n]{0,40}?(?<!\\p{L})${IN_LANGUAGE}`, "u");
const LANGUAGE_BEFORE = new RegExp(`(?<!\\p{L})${LANGUAGE} (?:\\p{L}+ )?$`, "u");
/** "A work for female voices". */
const FOR_BEFORE =
  /(?:work|piece|stück|œuvre|obra|brano|peça|contemporânea|música|music|musik|musique)[^.;\n]{0,30} (?:for|für|pour|para|per) $/u;
/** "Female vocals" and "male singer" are kinds of music; a voice can be an accompaniment. */
const KIND_OF_MUSIC =
  /^(?:(?:lead|main|female|male|men's|women's|weibliche[rn]?|männliche[rn]?)(?: |-|\/| and | or ))+(?:vocals?|vocalists?|singers?|lead|sänger(?:in)?|vox)/u;
const ITEM_START = /(?:^|[,;:.!?\n–—|])[\s\-–—*•>]*(?:\p{L}+ )?$/u;
const ITEM_END = /^\s*(?:$|[,;.!\n–—(]|who(?!\p{L}))/u;
const SINGER = /^(?:singers?|vocalists?|sänger(?:in|innen)?|chant(?:eur|euse)s?|cantantes?|cantor(?:es|as?)?)$/u;

/**
 * Whether a wanted voice is a condition. A long text names voices in passing ("a hymn sung by one child"), so there it
 * needs words of a demand, a language, a heading, or a kind of music ("female vocals").
 */
export function isFirmVoice(passage: Passage, match: RegExpExecArray, voice: string): boolean {
  const around = sentenceAround(passage, match);
  if (isAlternative(around)) return false;
  if (passage.parts === null) return true;
  if (isOpen(around)) return false;
  const { before, after } = around;
  if (MUST_BEFORE.test(before) || HEADING_BEFORE.test(before) || HEADING.test(after)) return true;
  if (AFTER.test(after) || LANGUAGE_AFTER.test(after) || LANGUAGE_BEFORE.test(before) || FOR_BEFORE.test(before))
    return true;
  if (KIND_OF_MUSIC.test(match[0])) return true;
  // "Vocal rasgado": Portuguese and Spanish have one word for the lead vocals.
  if (voice === "vocal" && (hasLanguage(passage.languages, "pt") || hasLanguage(passage.languages, "es"))) return true;
  return (
    (SINGER.test(voice) || voice === "sung" || SUNG.test(voice)) && ITEM_START.test(before) && ITEM_END.test(after)
  );
}

/** Whether the voice is the second half of an alternative. Two voices are no alternative: "a man's or a woman's voice". */
function isAlternative({ before }: SentenceAround): boolean {
  const or = OR_BEFORE.exec(before);
  return or !== null && or.index > 0 && !ANY_VOICE.test(before.slice(0, or.index));
}

function isOpen({ before, after }: SentenceAround): boolean {
  return OPEN_AFTER.test(after) || OPEN_BEFORE.test(before) || PLACE_BEFORE.test(before);
}
