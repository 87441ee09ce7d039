import type { Passage } from "../passage.ts";
import { sentenceAround } from "./sentence.ts";

const VOICES =
  "(?:vocals?|voices?|singing|singers?|stimmen?|gesang|voix|chant|voz|voces|canto|voce|voci|vozes|vocais)(?!\\p{L})";
const WORDS = "(?:lyrics|words|text|texte|paroles|letras?|testo|parole|palavras)(?!\\p{L})";
const LYRICS = new RegExp(`^${WORDS}`, "u");
const STAY =
  "(?:stay|stays|remain|bleiben|bleibt|restent|rester|restano|restare|rimangano|quedan?|quedar(?:se)?|ficam?|ficar)";
const OUT = "(?:out|outside|draußen|dehors|fuori|fuera|fora)";

/** "Vocals stay out", "fuori devono restare le voci", "nobody singing over it". */
export const EXCLUDED_VOICE = new RegExp(
  `(?<!\\p{L})(?:${VOICES}(?: \\p{L}+)? ${STAY} ${OUT}(?!\\p{L})|${OUT}(?: \\p{L}+)? ${STAY}(?: (?:the|die|les|las|le|as))? ${VOICES}|` +
    "(?:nobody|no ?one|no-one|niemand|keiner|personne|nadie|nessuno|ninguém)(?: \\p{L}+){0,3} (?:singing|sings|sing|rapping|raps|singt|singen|rappt|rappen|chante|chanter|canta|cante|canti|cantar|cantare|cantando)(?! (?:any ?more|today|here|there))|no (?:cante|canta) nadie)(?!\\p{L})",
  "gu",
);

/** "Lyrics would fight the narration". */
export const DISTURBING_VOICE = new RegExp(
  `(?<!\\p{L})(?:(${WORDS})|${VOICES}) (?:would|will|might|could|würden?|wird|werden) (?:only |just |nur )?(?:fight|clash|compete|interfere|get in the way|distract|disturb|stören|ablenken)(?!\\p{L})`,
  "gu",
);

/** "No vocals until the final scene". */
const UNTIL_AFTER = /^ (?:\p{L}+ )?(?:until|till|bis|jusqu|hasta|fino|até)(?!\p{L})/u;
/** "No voices in the last reel", "keine Stimme im Intro". */
const PLACE_AFTER =
  /^ (?:in the (?:last|first|opening|second|intro|verse|bridge|beginning|end)|at the (?:end|start|beginning)|im (?:intro|ersten|letzten|refrain)|am (?:anfang|ende)|dans (?:l'intro|la première|la dernière)|au début|à la fin|en (?:la intro|la primera|la última)|al (?:principio|final)|nell'intro|all'inizio|alla fine|na (?:intro|primeira|última)|no (?:início|começo|final))(?!\p{L})|^[^.;\n]{0,40}(?:fine|ok|okay) elsewhere/u;
const NOT_NEEDED_AFTER =
  /^ (?:(?:is|are) not|aren't|isn't|not|ist nicht|sind nicht|nicht) (?:needed|necessary|required|nötig|notwendig|erforderlich)/u;
/** A narrator: "sans voix off". */
const NARRATOR_AFTER = /^ (?:e[nm] off|off|aus dem off|fuori campo|narrante)(?!\p{L})/u;
/** Words in the picture, and "no words for what she feels". */
const NOT_LYRICS_AFTER =
  /^ (?:on (?:the )?screen|im bild|à l'écran|en pantalla|a schermo|in sovrimpressione|na tela|for(?!\p{L})|to describe)/u;
/** "Spoken by a woman, not singing". */
const SPOKEN_BEFORE = /(?:spoken|speak\w*|whisper\w*|talking)[^.;\n]{0,40}(?:not|no) $/u;
/** "A choir without words" excludes the words of the choir and no voices of the music. */
const CHOIR_WITHOUT =
  /(?<!\p{L})(?:chœurs?|choirs?|choeurs?|coros?|cori|chor|chöre|voix|voices?|voce|voci|voz|voces|vozes|stimmen?|sopran(?:o|istin)?|tenor|child|kinder|children)(?!\p{L})[^.;:\n]{0,50}(?:without|sans|senza|sin|ohne|sem) $/u;

/** Whether a negated voice or text is excluded from one place, is only not necessary, or belongs to something else. */
export function isHalfExcluded(passage: Passage, match: RegExpExecArray): boolean {
  const { before, after } = sentenceAround(passage, match);
  if (UNTIL_AFTER.test(after) || PLACE_AFTER.test(after) || NOT_NEEDED_AFTER.test(after) || SPOKEN_BEFORE.test(before))
    return true;
  if (NARRATOR_AFTER.test(after)) return true;
  if (!LYRICS.test(match[0])) return false;
  return NOT_LYRICS_AFTER.test(after) || (passage.parts !== null && CHOIR_WITHOUT.test(before));
}

/** "Also need instrumental stems", "an instrumental must exist either way": a second version. */
const SECOND_BEFORE =
  /(?<!\p{L})(?:also|plus|additionally|außerdem|zusätzlich|aussi|también|anche|também)(?: \p{L}+){0,3} $/u;
const SECOND_AFTER =
  /^ (?:stems?|of (?:the|that|last|our)|(?:must|should|has to) (?:also )?exist|as well|too|alternativ)|^[^.;\n]{0,40}either way/u;

/** "The temp track was an instrumental". */
const FORMER_BEFORE = /(?:was|were|war|waren|était|étaient|era|eran|erano|eram)(?: \p{L}+){0,2} $/u;
/** "Instrumental for the first minute, then a voice". */
const IN_PART_AFTER =
  /^ (?:figures?|bits?|moments?|opening|ending|for the first|up to|at first|bis|jusqu|hasta|fino|até)(?!\p{L})|(?:then|dann|puis|luego|después|poi|depois)(?!\p{L})[^.;\n]{0,20}(?:voices?|singers?|vocals?|stimmen?|gesang|voix|voz|voce)(?!\p{L})/u;

/**
 * Whether an instrumental is a version to deliver in addition, a part of the music, or earlier music. Short texts have no
 * such notes.
 */
export function isOtherInstrumental(passage: Passage, match: RegExpExecArray): boolean {
  if (passage.parts === null) return false;
  const { before, after } = sentenceAround(passage, match);
  return (
    SECOND_BEFORE.test(before) || SECOND_AFTER.test(after) || FORMER_BEFORE.test(before) || IN_PART_AFTER.test(after)
  );
}
