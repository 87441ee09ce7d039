import type { Constraint } from "../../../schema/brief.ts";
import { NO_LANGUAGE } from "../../text/language-set.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, type RarePattern, wordsOf } from "./recogniser.ts";
import { sentenceAround } from "./sentence.ts";

const YEAR = "((?:19|20)\\d\\d)";
const HAS_YEAR = /(?:19|20)\d\d/gu;
const DECADE_WORDS = "twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|noughties";
const DECADE = `(?:early |mid[- ]|late )?(?:'?((?:19|20)?\\d0)'?s|(${DECADE_WORDS}))`;
/** "An 80s sound" is a wish about the music and not its date. */
const STYLE =
  "(?![- ]?(?:\\w+[- ])?(?:style|styled|sound|sounding|vibe|vibes|feel|feeling|inspired|influenced?|synths?|aesthetic|flavou?r|throwback|nostalgia|look|type|pop|rock|disco|tv|show|movie|detective|film))";
const VERB =
  "(?:released|recorded|published|came out|made|produced|written|veröffentlicht|erschienen|publicad[oa]s?|grabad[oa]s?|sortie?s?|publiée?s?|uscit[oaie]|pubblicat[oaie]|lançad[oa]s?|gravad[oa]s?)";

/** A foreign decade is a date only after a word for music or a verb: "canciones de los 80", "Hits der 80er". */
const MUSIC_FOREIGN =
  "(?:canci(?:ón|ones)|temas?|éxitos?|hits?|songs?|lieder|klassiker|chansons?|tubes?|titres?|morceaux|brani|canzoni|successi|canções|músicas|sucessos)";
const DECADE_FOREIGN = new RegExp(
  `(?<![\\p{L}])(?:${MUSIC_FOREIGN} (?:de los|de|des|aus den|der|degli|dos)|aus den|(?:publicad[oa]s?|grabad[oa]s?|lançad[oa]s?|gravad[oa]s?|pubblicat[oaie]|uscit[oaie]|sortie?s?) (?:en los|dans les|nos|negli)) (?:años |années |anni |anos |jahren? )?'?((?:19|20)?\\d0)(?:ern?)?(?: jahren?)?(?![\\p{L}\\d])`,
  "gu",
);

const BETWEEN = ofYear(
  `(?:${VERB} )?(?:between|from|entre|zwischen|tra|von|de) ${YEAR} ?(?:and|to|-|–|until|und|bis|y|e|et|a|à) ?${YEAR}(?!\\d)`,
);
const SPAN = ofYear(`${VERB} (?:in )?${YEAR} ?(?:-|–|to) ?${YEAR}(?!\\d)`);
const AFTER = ofYear(
  `(?:${VERB} )?(?:(?:after|later than|nach|después de|posterior(?:es)? a|après|dopo il|depois de|após) |(?<!\\w)post[- ]?)${YEAR}(?!\\d)(?: releases?(?!\\w))?`,
);
const SINCE = ofYear(
  `(?:${VERB} )?(?:since|from|as of|seit|ab|desde|a partir de|depuis|à partir de|dal|a partire dal) ${YEAR}(?: (?:on|onwards?|or (?:later|newer)|and (?:later|newer)))?(?!\\d)`,
);
const BEFORE = ofYear(
  `(?:${VERB} )?(?:(?:before|earlier than|older than|prior to|vor|antes de|anterior(?:es)? a|avant|prima del) |(?<!\\w)pre[- ]?)${YEAR}(?!\\d)(?: releases?(?!\\w))?`,
);
/** A year of two figures is a date only after a verb: "sorti avant 66". */
const BEFORE_SHORT: RarePattern = {
  needs: /(?:before|vor|antes de|avant|prima del) '?\d\d/gu,
  pattern: new RegExp(
    `${VERB} (?:before|vor|antes de|avant|prima del) '?(\\d\\d)(?![\\d:.,]\\d| ?(?:bpm|%|€|uhr|h\\b|am|pm))(?!\\w)`,
    "gu",
  ),
};
const IN_YEAR = ofYear(
  `${VERB} (?:in |en |em |im jahr |nel )?${YEAR}(?: (or (?:later|newer|after)|or (?:earlier|before)))?(?!\\d)`,
);
const IN_DECADE: RarePattern = {
  needs: /0'?s|ties/gu,
  pattern: new RegExp(
    `(?:${VERB} (?:in|during) |(?:songs?|tracks?|music|hits?|recordings?|originals?)? ?(?:from|aus den|de los|des années|degli anni) )(?:the )?${DECADE}(?!\\w)${STYLE}`,
    "gu",
  ),
};

function ofYear(pattern: string): RarePattern {
  return { needs: HAS_YEAR, pattern: new RegExp(pattern, "gu") };
}

/** Words for recordings, and demands. In a long text, a year near none of them is a date of the story. */
const RECORDINGS =
  /(?<!\p{L})(?:songs?|tracks?|music|hits?|recordings?|originals?|releases?|cuts|titel|stücke?|lieder|musik|aufnahmen?|morceaux?|titres?|chansons?|musiques?|enregistrements?|temas?|canci(?:ón|ones)|música|grabaci(?:ón|ones)|bran[oi]|canzon[ei]|musica|registrazion[ei]|faixas?|músicas|canç(?:ão|ões)|gravaç(?:ão|ões)|must|only|nothing|anything|something|nur|nichts|uniquement|rien|solo|nada|nulla|só)(?!\p{L})/u;
/** Known recordings, whose dates are theirs. */
const KNOWN_RECORDING =
  /(?<!\p{L})(?:albums?|alben|lp|discos?|disques?|reference|referenz|référence|referencia|riferimento|referência|think of|remember|like|wie|comme|como|come)(?!\p{L})/u;

/** Reads release dates. The vocabulary reads a decade alone ("80s synths"). */
export function recogniseReleased(passage: Passage): readonly Constraint[] {
  const years = (match: RegExpExecArray, from: number | null, to: number | null): Constraint | null => {
    if (passage.parts !== null && !isOfRecordings(passage, match)) return null;
    const [fromYear, toYear] = from !== null && to !== null && from > to ? [to, from] : [from, to];
    return { kind: "released", fromYear, toYear, from: wordsOf(passage, match) };
  };
  return [
    ...eachMatch(passage, BETWEEN, (match) => years(match, Number(match[1]), Number(match[2]))),
    ...eachMatch(passage, SPAN, (match) => years(match, Number(match[1]), Number(match[2]))),
    ...eachMatch(passage, AFTER, (match, polarity) =>
      polarity < 0 ? years(match, null, Number(match[1])) : years(match, Number(match[1]) + 1, null),
    ),
    ...eachMatch(passage, BEFORE, (match, polarity) =>
      polarity < 0 ? years(match, Number(match[1]), null) : years(match, null, Number(match[1]) - 1),
    ),
    ...eachMatch(passage, BEFORE_SHORT, (match, polarity) =>
      polarity < 0 ? null : years(match, null, 1900 + Number(match[1]) - 1),
    ),
    ...eachMatch(passage, SINCE, (match, polarity) =>
      polarity < 0 || isOneYear(passage, match) ? null : years(match, Number(match[1]), null),
    ),
    ...eachMatch(passage, IN_YEAR, (match, polarity) => {
      if (polarity < 0) return null;
      const year = Number(match[1]);
      if (match[2] === undefined) return years(match, year, year);
      return /later|newer|after/.test(match[2]) ? years(match, year, null) : years(match, null, year);
    }),
    ...eachMatch(passage, IN_DECADE, (match, polarity) => {
      const start = decade(match[1], match[2]);
      return polarity < 0 ? null : years(match, start, start + 9);
    }),
    ...(passage.languages === NO_LANGUAGE ? [] : foreignDecades(passage, years)),
  ];
}

/** Whether a long text names the year of one recording: "the original from 1968". */
function isOneYear({ parts }: Passage, [words]: RegExpExecArray): boolean {
  return parts !== null && words.startsWith("from ") && /\d$/u.test(words);
}

/** Whether the sentence of a date is about the recordings that the client wants. */
function isOfRecordings(passage: Passage, match: RegExpExecArray): boolean {
  const { before, after } = sentenceAround(passage, match);
  if (KNOWN_RECORDING.test(before)) return false;
  return RECORDINGS.test(before) || RECORDINGS.test(match[0]) || RECORDINGS.test(after);
}

function foreignDecades(
  passage: Passage,
  years: (match: RegExpExecArray, from: number, to: number) => Constraint | null,
): Constraint[] {
  return eachMatch(passage, DECADE_FOREIGN, (match, polarity) => {
    const start = decade(match[1], undefined);
    return polarity < 0 ? null : years(match, start, start + 9);
  });
}

function decade(figures: string | undefined, word: string | undefined): number {
  if (figures !== undefined) {
    const number = Number(figures);
    if (number >= 1900) return number;
    return number >= 30 ? 1900 + number : 2000 + number;
  }
  return word === "noughties" ? 2000 : 1920 + DECADE_WORDS.split("|").indexOf(word ?? "") * 10;
}
