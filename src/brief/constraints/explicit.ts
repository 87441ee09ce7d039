import type { Constraint } from "../../../schema/brief.ts";
import { type Passage, tokensWithin } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { sentenceAround } from "./sentence.ts";
import { isToldOfPeople } from "./told-of-people.ts";

const CLEAN =
  /(?<!\w)(?:clean (?:lyrics?|versions?|edits?|language|content|only|words)|(?:lyrics?|words|language) (?:must be|should be|needs? to be|has to be|have to be|is|are) clean|must be clean|keep it clean|(?<!(?:a|an|the|very|so|too|much|and|more|with) )clean(?=$|[,.;!]| please)|(?:family|kid|kids|child|radio|brand)[- ](?:friendly|safe)|safe for (?:work|kids|children|broadcast|radio|families)|suitable for (?:children|kids|families|all ages)|sfw|radio edits?|non[- ]explicit|g[- ]rated|jugendfrei|kindgerecht(?:e[rns]?)?|familienfreundlich(?:e[rns]?)?|saubere[rn]? texte?|letras? limpias?|apt[oa]s? para (?:niños|menores|todos los públicos)|para todos los públicos|tout public|paroles propres|testi? pulit[oi]|adatt[oaie] (?:ai|alle) (?:bambini|famiglie|minori)|letras? limpas?|para toda a família|para todas as idades|livre para todos)(?!\w)/gu;
const EXPLICIT =
  /(?<!\w|non[- ])(?:explicit(?: (?:lyrics?|content|language|words|versions?|material|songs?|tracks?))?|parental advisory|(?:lenguaje|contenido) explícito|letras? explícitas?|paroles explicites|explizite[rn]? (?:texte|inhalte|sprache)|linguaggio esplicito|testi? esplicit[oi]|linguagem explícita)(?!\w)/gu;
/** Swear words and insults by language: each line has the same meanings. The spelling correction can have made "langage" English. */
const PROFANE = new RegExp(
  `(?<!\\p{L})(?:${[
    "profanity|profanities|swearing|swear words?|curse words?|cursing|cuss words?|cussing|insults|expletives|f-bombs?|obscenit(?:y|ies)|vulgarity|(?:foul|bad|dirty|rude|strong|vulgar|offensive) (?:language|words?)|(?:vulgar|offensive|obscene) lyrics?",
    "schimpfw(?:ö|oe)rtern?|schimpfworten?|kraftausdrücken?|fluchen|flüche|beleidigungen|beschimpfungen|obszönitäten|(?:vulgäre|derbe|anstößige)[nr]? (?:sprache|texte|wörter|ausdrücke)",
    "gros mots?|jurons?|insultes?|injures?|obscénités?|vulgarités?|grossièretés?|(?:langage|language) (?:grossier|vulgaire|injurieux)",
    "palabrotas?|malas palabras|groserías?|insultos?|obscenidades|vulgaridades|(?:lenguaje|language) (?:soez|vulgar|ofensivo)",
    "parolacc(?:e|ia)|insult[oi]|bestemmi[ae]|imprecazion[ei]|oscenità|volgarità|turpiloquio|linguaggio (?:volgare|offensivo)",
    "palavr(?:ões|ão)|palavras feias|insultos?|xingamentos|obscenidades|vulgaridades|(?:linguagem|language) (?:vulgar|obscena|ofensiva)",
  ].join("|")})(?!\\p{L})`,
  "gu",
);
/** A refusal right before, in any language: in "rap sin insultos" no other word shows that "sin" is Spanish. */
const REFUSED_BEFORE =
  /(?<!\p{L})(?:without|no|zero|free of|ohne|keine?n?|sans|pas d[e'’]|pas une? seule?|aucune?|sin|ning[uú]na?|ning[uú]n|senza|niente|nessun[oa]?|sem|nenhuma?|nada de)(?: any| single| de| des| aucun| un seul| ninguna?| nessuna?| nenhuma?)? ?$/u;
/** A refusal right after: "swearing forbidden". */
const REFUSED_AFTER =
  /^ (?:(?:is|are|ist|sind|est|sont|está|están|è|sono|é|são) )?(?:forbidden|banned|not allowed|vermeiden|verboten|unerwünscht|interdite?s?|à éviter|prohibid[oa]s?|vietat[oaei]|proibid[oa]s?)(?!\p{L})/u;
const FINE = /^ (?:is|are|lyrics (?:is|are))?\s?(?:ok|okay|fine|allowed|welcome|no problem|possible|acceptable)/u;

/** "Clean" alone describes a sound, unless the brief mentions words or singing. */
const WORDS =
  /(?<!\w)(?:lyrics?|vocals?|words|language|rap|hip[- ]?hop|drill|trap|songs?|broadcast|radio|explicit|kids|children)(?!\w)/u;

const EXPLICIT_SONGS =
  /^(?:explicit (?:lyrics?|versions?|songs?|tracks?)|letras? explícitas?|paroles explicites|explizite[rn]? texte|testi? esplicit[oi])$/u;
/** Words that describe products too: "a family-friendly hotel". */
const PRODUCTS_TOO =
  /^(?:(?:family|kids?|child|brand)[- ]|safe for|suitable for|familienfreundlich|kindgerecht|apt[oa]s? para|adatt[oaie] )/u;
const ABOUT_MUSIC =
  /(?<!\p{L})(?:lyrics?|vocals?|words|language|raps?|songs?|tracks?|music|must|should|has to|have to|needs? to|keep|please|everything|texte?|lied(?:er)?|musik|muss|bitte|letras?|música|canci(?:ón|ones)|debe|tiene que|testi?|musica|bran[oi]|deve|músicas|por favor|per favore)(?!\p{L})/u;

/**
 * Reads "clean" if it is about words and not about a guitar's sound. "Explicit is fine" is not a constraint. Swear words
 * can only be refused, and not by people of a story: many briefs have them there.
 */
export function recogniseExplicit(passage: Passage): readonly Constraint[] {
  return [
    ...eachMatch(passage, EXPLICIT, (match, polarity) => {
      const after = passage.lower.slice(match.index + match[0].length);
      if (polarity > 0 && (FINE.test(after) || !isAboutSongs(passage, match))) return null;
      return { kind: polarity < 0 ? "clean" : "explicit", from: wordsOf(passage, match) };
    }),
    ...eachMatch(passage, PROFANE, (match, polarity) => {
      const isRefused =
        polarity < 0 ||
        REFUSED_BEFORE.test(passage.lower.slice(0, match.index)) ||
        REFUSED_AFTER.test(passage.lower.slice(match.index + match[0].length));
      const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
      return isRefused && !isToldOfPeople(passage, at) ? { kind: "clean", from: wordsOf(passage, match) } : null;
    }),
    ...eachMatch(passage, CLEAN, (match, polarity) =>
      (polarity < 0 && !match[0].startsWith("non")) ||
      (match[0] === "clean" && !WORDS.test(passage.lower)) ||
      isProduct(passage, match)
        ? null
        : { kind: "clean", from: wordsOf(passage, match) },
    ),
  ];
}

/** Whether explicit words are those of the music. A long text has explicit people too. */
function isAboutSongs(passage: Passage, match: RegExpExecArray): boolean {
  return passage.parts === null || EXPLICIT_SONGS.test(match[0]);
}

/** Whether a long text says "family-friendly" of a product: nothing in the sentence is about music or a demand. */
function isProduct(passage: Passage, match: RegExpExecArray): boolean {
  if (passage.parts === null || !PRODUCTS_TOO.test(match[0])) return false;
  const { before, after } = sentenceAround(passage, match);
  return !ABOUT_MUSIC.test(before) && !ABOUT_MUSIC.test(after);
}
