import type { Constraint } from "../../../schema/brief.ts";
import { readTerritory, TERRITORY_WORDS_MAX } from "../../text/territories.ts";
import { claim, clientWords, type Passage, tokensWithin } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { sentenceAround } from "./sentence.ts";

/**
 * What briefs say of rights, in six languages. These patterns are apart from the vocabulary, because they name no music.
 * Each has its negation in it, so the polarity of its words does not count, except "doesn't need to be".
 */
const ONE_STOP =
  /(?<!\w)(?:one-stop|onestop|one stop(?= (?:clear|licen[cs]|only|songs?|tracks?|music|titles?|deal|sync|for ))|(?<=(?:must|should|has to|have to|needs? to) be )one stop|(?:aus|in) einer hand(?= (?:lizenz|klärbar|lizenzierbar))|guichet unique|ventanilla única|sportello unico|balcão único)(?!\w)/gu;
/** "A one-stop shop for kitchens" is a product. */
const SHOP = /^[- ](?:shops?|stores?|destinations?|solutions?|platforms?|places?)(?!\w)/u;

const PRE_CLEARED =
  /(?<!\w)(?:pre-?cleared|pre cleared|precleared|already cleared|cleared in advance|pre-?approved for sync|vorab (?:geklärt|lizenziert|freigegeben)\w*|vorgeklärt\w*|bereits (?:geklärt|lizenziert)\w*|pré-?autorisée?s?|déjà (?:autorisée?s?|négociée?s?|libérée?s?(?: de droits)?)|droits (?:déjà )?(?:négociés|réglés|acquis)|pre-?autorizad[oa]s?|pre-?aprobad[oa]s?|ya autorizad[oa]s?|derechos (?:ya )?(?:autorizados|liberados|gestionados|aclarados)|pre-?autorizzat[oaie]|già autorizzat[oaie]|diritti (?:già )?(?:liberati|autorizzati|chiariti)|pré-?(?:autorizad|liberad|aprovad)[oa]s?|já (?:autorizad|liberad)[oa]s?|direitos (?:já )?(?:liberados|autorizados))(?!\w)/gu;
/** Counts only with a territory behind it. */
const CLEARED =
  /(?<!\w)(?:(?:rights )?cleared|geklärt|freigegeben|lizenziert|autorisée?s?|libérée?s?|autorizad[oa]s?|liberad[oa]s?|autorizzat[oaie]|liberat[oaie])(?= (?:for|in|für|pour|en|au|aux|à|para|no|na|nos|nas|per|nel|nella|negli|weltweit|worldwide)(?!\w))/gu;
const TERRITORY_BEFORE =
  /^(?: (?:for|in|across|throughout|für|fuer|pour|en|au|aux|para|no|na|nos|nas|em|per|nel|nella|negli|in tutta|in tutto|dans|sur))? ?(?:use in |all of |the |die |der |das |den |la |le |les |el |los |las |il |lo |gli |o |a |os |as |l['’])?/u;
const TERRITORY_JOINT =
  /^(?:,? (?:and|und|et|y|e|plus) |, ?(?:and )?| ?[&+/] ?)(?:the |die |la |le |les |el |il |l['’]|a |o )?/u;

const AI = "(?:a\\.?i\\.?|artificial intelligence|machines?|generative ai|gen-?ai)";
const NO_AI = new RegExp(
  "(?<!\\w)(?:no (?:generative |gen-?)?ai(?! (?:can|could|will|would|has|is|was)(?!\\w))(?:[- ](?:music|songs?|tracks?|made|written))?|" +
    "(?:without|zero) (?:any )?(?:use of )?(?:generative )?ai|non-ai|ai-free|no artificial intelligence|(?:human|hand)[- ](?:made|composed|written|created) (?:music|songs?|tracks?)(?: only)?|" +
    "(?:made|composed|written|created|performed) by (?:real people|humans|human beings)(?: only)?|" +
    "keine? ki(?!\\w)(?:[- ]musik)?|ohne (?:jede )?ki(?!\\w)|ki-frei\\w*|keine künstliche intelligenz|ohne künstliche intelligenz|von menschen (?:gemacht|komponiert|geschrieben|geschaffen)\\w*|" +
    "(?:pas d['’]|sans |aucune |zéro )(?:ia|intelligence artificielle)|(?:faite?|composée?|créée?)s? par des (?:humains|êtres humains)|" +
    "(?:sin|nada de|nada con|cero) (?:ia|inteligencia artificial)|(?:hech|compuest|cread)[oa]s? por (?:seres )?humanos|" +
    "(?:senza|niente|nessuna) (?:ia|ai|intelligenza artificiale)|(?:fatt|compost|creat)[oaie] da (?:esseri )?umani|" +
    "(?:sem|nada de|zero) (?:ia|inteligência artificial)|(?:feit|compost|criad)[oa]s? por (?:seres )?humanos)(?!\\w)",
  "gu",
);
const NOT_BY_AI = new RegExp(
  `(?<!\\w)(?:(?:no|nothing|not|never|isn['’]t|aren['’]t|without)(?: (?:any|be|fully|entirely))? (?:ai[- ](?:generated|created|composed|made)|(?:generated|created|composed|made|written) (?:by|with) ${AI})(?: (?:music|songs?|tracks?))?|` +
    "(?:keine|nichts|nicht) (?:ki[- ]?(?:generierte[nrs]?|erzeugte[nrs]?|musik)|(?:von|mit|durch) (?:einer )?ki (?:generiert|erzeugt|erstellt|gemacht|komponiert)\\w*)|ki[- ]generiertes? nicht|" +
    "(?:pas|rien|non)(?: de musique)? (?:générée?s?|créée?s?|composée?s?|faite?s?) par (?:l['’]|une )?(?:ia|intelligence artificielle)|" +
    "(?:no|nada)(?: de música)? (?:generad|cread|compuest|hech)[oa]s? (?:por|con) (?:la |una )?(?:ia|inteligencia artificial)|" +
    "(?:non|niente|nulla)(?: musica| di)? (?:generat|creat|compost|fatt)[oaie] (?:da|con) (?:l['’]|un['’])?(?:ia|ai|intelligenza artificiale)|" +
    "(?:não|nada)(?: de música)? (?:gerad|criad|compost|feit)[oa]s? (?:por|com) (?:a |uma )?(?:ia|inteligência artificial))(?!\\w)",
  "gu",
);

const NO_SAMPLES =
  /(?<!\w)(?:(?:no|without|free of|zero) (?:any )?(?:uncleared |third-party )?samples? (?:or|and|\/|,) ?interpolations?|(?:no|without) (?:any )?interpolations?|(?:no|without) (?:any )?(?:uncleared|third-party) samples?|sample-free|keine (?:ungeklärten |fremden )?samples (?:oder|und) interpolationen|keine (?:ungeklärten|fremden) samples|samplefrei\w*|(?:sans|pas d['’]|aucun) (?:samples?|échantillons?) (?:ni|ou|et) (?:d['’])?interpolations?|(?:sans|aucun) samples? non (?:autorisés?|libérés?)|sin samples (?:ni|o|y) interpolaciones|sin samples no autorizados|senza (?:samples?|campionamenti) (?:né|o|e) interpolazioni|senza campionamenti|sem samples? (?:nem|ou|e) interpolações)(?!\w)/gu;

const NOT_EXCLUSIVE =
  /(?<!\w)(?:nothing exclusive|no exclusives?(?= |[.,;!]|$)(?! (?:right|licen|use|buyout))(?: (?:songs?|tracks?|titles?|deals?))?|no exclusivity|not (?:already )?(?:licensed |tied up )?exclusive(?:ly)?(?: licensed| to (?:anyone|others|somebody|another \w+))?|non-exclusive(?= (?:songs?|tracks?|titles?|music|only)|[.,;!]|$)|nichts exklusives|keine exklusiven (?:songs?|titel|tracks|stücke)|nicht exklusiv(?: (?:vergeben|gebunden|lizenziert))\w*|rien d['’]exclusif|pas d['’]exclusivités?|sans exclusivité|nada exclusivo|nada en exclusiva|sin exclusividad(?:es)?|niente (?:di |in )?esclusiv[oa]|senza esclusiv[ea]|nessuna esclusiva|sem exclusividade|nada (?:com|em) exclusividade)(?!\w)/gu;

/** Reads what a brief asks of the rights. */
export function recogniseRights(passage: Passage): readonly Constraint[] {
  return [
    ...eachMatch(passage, ONE_STOP, (match, polarity) => {
      const { after } = sentenceAround(passage, match);
      return polarity < 0 || SHOP.test(after) ? null : { kind: "one_stop", from: wordsOf(passage, match) };
    }),
    ...recogniseCleared(passage),
    ...eachMatch(passage, NOT_BY_AI, (match) => ({ kind: "ai", want: "not_by_ai", from: said(passage, match) })),
    ...eachMatch(passage, NO_AI, (match) => ({ kind: "ai", want: "human", from: said(passage, match) })),
    ...eachMatch(passage, NO_SAMPLES, (match) => ({ kind: "no_samples", from: said(passage, match) })),
    ...eachMatch(passage, NOT_EXCLUSIVE, (match) => ({ kind: "not_exclusive", from: said(passage, match) })),
  ];
}

/** Reads "pre-cleared", and the countries behind it. Several of them in one text are one constraint. */
function recogniseCleared(passage: Passage): readonly Constraint[] {
  const territories = new Set<string>();
  const from: string[] = [];
  const read = (isComplete: boolean) => (match: RegExpExecArray, polarity: number) => {
    const end = match.index + match[0].length;
    const found = territoriesBehind(passage, end);
    if (polarity < 0 || (!isComplete && found.codes.length === 0)) return null;
    found.codes.forEach((code) => territories.add(code));
    const [first, last] = tokensWithin(passage, end, found.end);
    if (found.codes.length > 0) claim(passage, "constraint", first, last);
    const words = clientWords(passage, match.index, found.end).trim();
    from.push(words);
    return { kind: "pre_cleared" as const, territories: [], from: [words] };
  };
  const matches = [...eachMatch(passage, PRE_CLEARED, read(true)), ...eachMatch(passage, CLEARED, read(false))];
  return matches.length === 0 ? [] : [{ kind: "pre_cleared", territories: [...territories].toSorted(), from }];
}

/** Returns the codes of the countries that follow an offset, and where they end. */
function territoriesBehind(
  { text, lower }: Passage,
  start: number,
): { readonly codes: readonly string[]; readonly end: number } {
  const codes: string[] = [];
  let end = start;
  for (;;) {
    const pattern = codes.length === 0 ? TERRITORY_BEFORE : TERRITORY_JOINT;
    const joint = pattern.exec(lower.slice(end, end + JOINT_MAX));
    if (joint === null) break;
    const name = longestTerritory(text, end + joint[0].length);
    if (name === null) break;
    codes.push(...name.codes);
    end = name.end;
  }
  return { codes, end };
}

/** The longest words between two countries. */
const JOINT_MAX = 40;
const WORD = /[\p{L}\p{N}.'’-]+/uy;

/** Returns the longest name of a territory that begins at an offset. */
function longestTerritory(
  text: string,
  start: number,
): { readonly codes: readonly string[]; readonly end: number } | null {
  const ends: number[] = [];
  for (let at = start; ends.length < TERRITORY_WORDS_MAX;) {
    WORD.lastIndex = at;
    if (WORD.exec(text) === null) break;
    ends.push(WORD.lastIndex);
    if (text[WORD.lastIndex] !== " ") break;
    at = WORD.lastIndex + 1;
  }
  for (const end of ends.toReversed()) {
    const codes = readTerritory(text.slice(start, end));
    if (codes !== null) return { codes, end };
  }
  return null;
}

/** The client's words of a match that has its negation. */
function said(passage: Passage, match: RegExpExecArray): string[] {
  return [clientWords(passage, match.index, match.index + match[0].length).trim()];
}
