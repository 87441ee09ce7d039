import { hasLanguage, type Foreign, NO_LANGUAGE } from "../text/language-set.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { claim, type Passage, tokensWithin } from "./passage.ts";
import { vocabulary } from "./vocabulary.ts";

/** Words around a musical word that give it an everyday meaning. The first group, or else the match, is not music. */
interface EverydaySense {
  /** Something in every match. Looking for it costs little, and most texts lack it. */
  readonly needs: string;
  /** The language of the sentence; English is read in every text. */
  readonly language: Foreign | "en";
  readonly pattern: RegExp;
  /** A language that must not be possible: Spanish "doce" is twelve, Portuguese "doce" is sweet. */
  readonly unless?: Foreign;
}

const STARTS = "(?<!\\p{L})";
const ENDS = "(?!\\p{L})";

const THINGS_THAT_HUM =
  "(?:ground|earth|floor|walls?|room|house|city|street|air|engines?|motors?|fridge|refrigerator|freezer|machines?|machinery|servers?|generators?|transformers?|lights?|lamps?|neon|fluorescents?|wires?|cables?|pylons?|power lines?|computers?|fans?|bees|hive|ship|hull|reactor|vents?|radiator)";
const FILM_WORDS =
  "(?:pel[ií]culas?|filmes?|films?|cine|cinema|comedias?|serie|series|séries?|banderas?|bandiere?|carreteras?|novelas?|famili?as?|universidad(?:es)?|ciudad(?:es)?|città|cidades?|costa|casas?|cocina|chicas?|mujer(?:es)?|mulher(?:es)?|donn[ae]|ragazz[ae]|actriz|attrice|atriz|embajada|ambasciata|política|vida|historia|storia|história|guerra|frontera|provincia|sociedad|empresa|marca|campaña|versión)";
const ORDINALS = "(?:primo|secondo|terzo|quarto|quinto|sesto|settimo|ottavo|nono|decimo|ultimo|stesso|altro)";

const SENSES: readonly EverydaySense[] = [
  // A storey, a close-up and "slowly".
  sense(
    "it",
    "pian",
    `(?:${ORDINALS} piano(?! (?:in|a coda|solo|verticale))|primi piani|piano (?:di (?:sopra|sotto)|terra|terreno|superiore|inferiore|piano|d'azione|sequenza)|pian piano|(?:ultim|alt|bass)[oi] pian[oi])`,
  ),
  sense("it", "sopra", "sopra"),
  // Shutters, plates and "had decided".
  sense("it", "persiane", "(?:le|delle|dalle|alle|nelle|sulle|dietro|due|tre) (persiane)"),
  sense(
    "it",
    "piatt",
    "piatto(?! (?:ride|crash|splash|china|sospeso))|(?:lav\\p{L}+|asciug\\p{L}+|romp\\p{L}+|dei|i) (piatti)(?= (?:sporchi|rotti|di|da|in cucina|nel lavello))|lav\\p{L}+ i (piatti)",
  ),
  sense(
    "it",
    "decis",
    "(?:ho|hai|ha|abbiamo|avete|hanno|avev\\p{L}+|avrebbe\\p{L}*|avend\\p{L}+|aver) (?:già |mai |sempre )?(decis[oaie])",
  ),
  sense("es", "doce", "doce", "pt"),
  ...(["es", "it", "pt"] as const).map((language) =>
    sense(language, "american", `${FILM_WORDS} (?:muy |tan |più )?(american[oaie]s?)`),
  ),
  // "Ruhig" as a particle: "Es darf ruhig hässlich sein".
  sense(
    "de",
    "ruhig",
    `(?:darf|dürfen|dürfte|kann|können|könnte|könnt|kannst)(?: \\p{L}+){0,3} (ruhig)(?= (?:auch|mal|etwas|ein|eine|einen|ein bisschen|richtig|sehr|ganz|mehr|noch)${ENDS}| (?!und${ENDS}|oder${ENDS}|aber${ENDS}|bleiben|sein|werden)\\p{L}+ (?:sein|werden|klingen|bleiben|wirken|aussehen)${ENDS})`,
  ),
  // The stem of "Wand" is that of "wandern".
  sense("de", "wand", "wand"),
  sense("de", "wänd", "wänden?"),
  sense(
    "fr",
    "cuisine",
    "(?:dans|vers|depuis|sur|jusqu'à) (?:la|une|sa|leur|ma|ta|notre|votre|cette) (?:petite |grande |vieille )?(cuisine)|(?:table|porte|fenêtre|lumière|chaise|sol|carrelage|évier) de (?:la )?(cuisine)",
  ),
  sense(
    "en",
    "humm",
    `${THINGS_THAT_HUM} (?:(?:is|are|was|were|still|keeps?|kept|starts?|started|that's|slowly|quietly) ){0,2}(humm(?:ing|ed))|(humming) (?:with|of|from|under|beneath) (?:(?:the|an?|its|our) )?(?:\\p{L}+ )?${THINGS_THAT_HUM}|(humming) ${THINGS_THAT_HUM}`,
  ),
  sense(
    "en",
    "clear",
    "(?:let me|i'll|i will|let's|trying to|try to|wants? to)(?: just)? be (?:more |very |really )?(clear(?:er)?)",
  ),
  sense(
    "en",
    "as in",
    "(\\p{L}+),? as in (?:an? |the )?(?:colou?rs?|word|name|building|place|person|people|animal|bird|fish|stones?|weather|dictionary|furniture|clothes|food)",
  ),
  sense("en", "world", "(?:what|all|everything|anything) the (world) (?:really |just )?(?:needs|wants|is waiting for)"),
  // Walks, without a word, the tractor and the field.
  sense("fr", "marche", "(?:il|elle|on|qui|ils|elles) (marche(?:nt)?)(?! (?:militaire|funèbre|nuptiale))"),
  sense("fr", "parler", "sans (?:se |rien |un mot |vraiment )?(parler)"),
  sense("fr", "tracteur", "tracteurs?"),
  sense("fr", "champ", "champs?"),
  // A bench, and to wait.
  sense(
    "es",
    "banco",
    "(?:en (?:el|un|este|ese|aquel|su)|sobre el|del|al|un|este|ese|aquel|mismo) (banco)(?: de (?:madera|piedra|hierro|la plaza|la estación))?",
  ),
  sense("es", "espera", "(?:él|ella|que|quien|la|lo|le|me|te|nos|los|las|se) (esperan?)"),
];

/** An age in a script or a casting: "DEPUTY OKAFOR (50s)", "a woman (early 40s)", "WAITRESS, 30s,". */
const AGE =
  /(?<!\p{L})(\p{L}[\p{L}.'’-]*)(?: \(|, )(?:(?:early|mid|late)[ -])?(?:in (?:his|her|their) )?((?:[2-9]0)['’]?s)(?=[,)])/gu;
const HAS_AGE = /0['’]?s[,)]/u;
const PEOPLE =
  /^(?:wom[ae]n|m[ae]n|girls?|boys?|guys?|lady|ladies|mothers?|fathers?|mum|mom|dad|sisters?|brothers?|daughters?|sons?|wife|husband|waitress|waiter|doctor|nurse|detective|officer|teacher|driver|farmer|couple|stranger|neighbou?r|clerk|cop|priest|host|hero|heroine|person|frau|mann|mujer|hombre|femme|homme|donna|uomo|mulher|homem)$/u;
/** A name in capitals, as in a script. */
const NAME_IN_CAPITALS = /^\p{Lu}[\p{Lu}.'’-]+$/u;
const LOWER_CASE_WORD = /(?<!\p{L})\p{Ll}{2}/u;

/**
 * Claims musical words that have an everyday meaning here: Italian "terzo piano" is a storey, "DEPUTY OKAFOR (50s)" an
 * age. Comes before constraints, since "humming" and "30s" would state some.
 */
export function claimEverydaySenses(passage: Passage): void {
  for (const one of SENSES) {
    if (one.unless !== undefined && hasLanguage(passage.languages, one.unless)) continue;
    if (!isPossible(passage, one.language)) continue;
    if (!passage.lower.includes(one.needs)) continue;
    for (const match of passage.lower.matchAll(one.pattern)) claimSense(passage, match, one.language);
  }
  claimAges(passage);
}

/** Whether a token of the passage can be in a language: a text without a foreign language can be in any. */
function isPossible({ languages }: Passage, language: Foreign | "en"): boolean {
  return language === "en" || languages === NO_LANGUAGE || hasLanguage(languages, language);
}

function claimSense(passage: Passage, match: RegExpExecArray, language: Foreign | "en"): void {
  const word = match.slice(1).find((group) => group !== undefined);
  const start = match.index + (word === undefined ? 0 : match[0].lastIndexOf(word));
  const [from, to] = tokensWithin(passage, start, start + (word ?? match[0]).length);
  if (language !== "en" && !canBeIn(passage, from, language, / /.test(match[0]))) return;
  claim(passage, "everyday", from, to);
}

/** Whether a token can be in a language. Short texts ("piano piano") can show none; then several words are enough. */
function canBeIn(passage: Passage, from: number, language: Foreign, isLong: boolean): boolean {
  const lead = passage.lead[from] ?? NO_LANGUAGE;
  if (lead !== NO_LANGUAGE) return hasLanguage(lead, language);
  return hasLanguage(passage.languages, language) || (passage.languages === NO_LANGUAGE && isLong);
}

function claimAges(passage: Passage): void {
  if (!HAS_AGE.test(passage.lower)) return;
  const hasLowerCase = LOWER_CASE_WORD.test(passage.text);
  for (const match of passage.lower.matchAll(AGE)) {
    const [, person = "", age = ""] = match;
    const name = passage.text.slice(match.index, match.index + person.length);
    const isName = hasLowerCase && NAME_IN_CAPITALS.test(name) && !isMusical(person);
    if (!PEOPLE.test(person) && !isName) continue;
    const start = match.index + match[0].lastIndexOf(age);
    claim(passage, "everyday", ...tokensWithin(passage, start, start + age.length));
  }
}

function isMusical(word: string): boolean {
  const meaning = vocabulary().meaning(word, word);
  return isFunctionWord(word) || (meaning?.concepts.length ?? 0) > 0;
}

function sense(language: Foreign | "en", needs: string, words: string, unless?: Foreign): EverydaySense {
  const pattern = new RegExp(`${STARTS}(?:${words})${ENDS}`, "gu");
  return { language, needs, pattern, ...(unless === undefined ? {} : { unless }) };
}
