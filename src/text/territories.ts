import { WORLDWIDE } from "../../schema/rights.ts";
import { once } from "../lib/once.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

/** The languages whose names of countries are read. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt"] as const;

/** ISO 3166-1 alpha-2, and the code that is in use for Kosovo. */
const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK
`;

const EU = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";

/** What licences call groups of countries. `codes | names`, in the form of `plainName`. */
const GROUPS: readonly string[] = [
  `${WORLDWIDE} | ww, world, worldwide, the world, world wide, 2136, universe, global, globally, all territories, all countries, welt, weltweit, die welt, alle lander, monde, monde entier, le monde entier, mundo, todo el mundo, mundial, mundialmente, mondo, tutto il mondo, mondiale, mundo todo, o mundo todo, todo o mundo`,
  "US | usa, us, u s, u s a, united states of america, states, amerika, etats unis d amerique, estados unidos de america, stati uniti d america, eua, eeuu, ee uu",
  "GB | uk, u k, great britain, britain, england, grossbritannien, england, grande bretagne, angleterre, gran bretana, inglaterra, gran bretagna, inghilterra, gra bretanha",
  "NL | holland, hollande, holanda, olanda",
  "CZ | czech republic, tschechische republik, republique tcheque, republica checa, repubblica ceca, republica tcheca",
  "AE | uae, emirates",
  `${EU} | eu, european union, europaische union, union europeenne, union europea, unione europea, uniao europeia`,
  `${EU} CH GB IS LI NO | europe, europa, all europe, all of europe, ganz europa`,
  "AT CH DE | dach, d a ch, gsa, german speaking countries, german speaking territories, deutschsprachiger raum, deutschsprachigen raum",
  "BE LU NL | benelux",
  "DK NO SE | scandinavia, skandinavien, scandinavie, escandinavia, scandinavia, escandinavia",
  "DK FI IS NO SE | nordics, nordic countries, the nordics",
  "CA US | north america, nordamerika, amerique du nord, america del norte, norteamerica, nord america, america do norte",
];

/** Words that can begin a name in a sentence. */
const ARTICLES = /^(?:the|all of|die|der|das|den|la|le|les|l|el|los|las|il|lo|gli|i|o|a|os|as|toda|todo|tutta|ganz) /;

/** At most this many words are the name of a territory: "Saint Vincent and the Grenadines". */
export const TERRITORY_WORDS_MAX = 6;

/**
 * Returns the codes (ISO 3166-1 alpha-2, or WORLDWIDE) of a country or of a group of countries, by its name in six languages or
 * by its code; null for any other text. Codes of two letters count only in capitals, because "in", "at" and "it" are words.
 */
export function readTerritory(text: string): readonly string[] | null {
  const bare = text.trim();
  if (/^[A-Z]{2}$/.test(bare) && countries().has(bare)) return [bare];
  const name = plainName(bare);
  return names().get(name) ?? names().get(name.replace(ARTICLES, "")) ?? null;
}

/** Returns the English name of a code: "Germany", "worldwide". */
export function territoryName(code: string): string {
  return code === WORLDWIDE ? "worldwide" : (countries().get(code) ?? code);
}

/** Without case, accents and punctuation. */
function plainName(text: string): string {
  return toNormalForm(text, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** English names by code. */
const countries = once(() => {
  const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return new Map(
    CODES.trim()
      .split(/\s+/)
      .map((code) => [code, english.of(code) ?? code]),
  );
});

const names = once(() => {
  const found = new Map<string, readonly string[]>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of countries().keys()) {
      const name = plainName(display.of(code) ?? "");
      if (name !== "" && !found.has(name)) found.set(name, [code]);
    }
  }
  for (const group of GROUPS) {
    const [codes = "", list = ""] = group.split(" | ");
    for (const name of list.split(", ")) found.set(name, codes.split(" "));
  }
  return found;
});
