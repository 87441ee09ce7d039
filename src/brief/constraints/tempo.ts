import type { BpmRange, Constraint } from "../../../schema/brief.ts";
import { BOUND, type Bound, readBound } from "../../text/numbers.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, type RarePattern, wordsOf } from "./recogniser.ts";
import { sentenceAround } from "./sentence.ts";
import { otherCounts } from "./tempo-feel.ts";

/** Accepted deviation from "120 bpm" and from "around 120 bpm"; measured tempos are rarely whole. */
const EXACT_BPM = 2;
const AROUND_SHARE = 0.05;

/** Numbers outside these are not tempos. */
const BPM_MIN = 20;
const BPM_MAX = 300;
/** Narrower limits for a number without "bpm". */
const PLAIN_MIN = 50;
const PLAIN_MAX = 200;

const FIGURE = "(\\d{2,3}(?:\\.\\d+)?)";
const UNIT =
  "(?:bpm|b\\.p\\.m\\.?|beats? (?:per|a) minute|beats/min|ppm|schläge pro minute|pulsaciones por minuto|battements par minute|battiti al minuto|batidas por minuto)";
const ISH = "(?:[- ]?ish)";
/** Matches unless a noun that the number could count follows: "around 90", but not "around 90 people". */
const ENDS = "(?=\\s*(?:$|[.,;:!?()\\n–—]|tempo|(?:and|but|with|no|or|please|max|tops)(?!\\w)))";
const ELSEWHERE =
  /budget|cars?(?!\w)|speed|(?<!\w)aged?(?!\w)|room|gate|floor|price|fee|cost|people|seconds|minutes|length|duration|years?|euros?|dollars?|pounds?|[€$£%]/u;

/** Something in every unit, and the figures that every tempo has. */
const HAS_UNIT = /bpm|b\.p\.m|ppm|beats\/min|minut[eo]/gu;
const HAS_FIGURES = /\d\d/gu;

const EITHER = rare(
  HAS_UNIT,
  `(?<![\\w.])(?:(${BOUND}|either) ?)?${FIGURE}${ISH}? ?(?:${UNIT})? ?(?:or|/|oder|ou|o) ?(?:around |about )?${FIGURE}${ISH}? ?-?${UNIT}`,
);
const RANGE = rare(
  HAS_UNIT,
  `(?<![\\w.])(?:between |from |von |entre |de |tra |zwischen )?${FIGURE} ?(?:bpm)? ?(?:-|–|—|to|and|bis|und|a|à|y|e|et) ?${FIGURE} ?-?${UNIT}`,
);
const RANGE_AFTER = new RegExp(
  `(?<!\\w)(?:bpm|tempo)(?: range| corridor| window| zone)?(?: of| is| ?:| between| from| =| zwischen| entre| tra| von| de)* ${FIGURE} ?(?:-|–|—|to|and|bis|und|a|à|y|e|et) ?${FIGURE}(?![\\w%])`,
  "gu",
);
const RANGE_PLAIN = rare(HAS_FIGURES, `(?<!\\w)(?:between) ${FIGURE} and ${FIGURE}${ENDS}`);
const SINGLE = rare(
  HAS_UNIT,
  `(?<![\\w.])(?:(${BOUND}) ?)?${FIGURE}(${ISH})? ?(\\+|plus|or (?:more|faster|above|higher)|or (?:less|slower|below|under))? ?-?${UNIT}( (?:or (?:more|faster|above|higher)|and (?:up|above)|or (?:less|slower|below|under)|max(?:imum)?|min(?:imum)?|tops))?`,
);
const AFTER = new RegExp(
  `(?<!\\w)(?:bpm|tempo)(?: is| of| at| ?:| =)* ?(${BOUND})? ?${FIGURE}(${ISH})?(?![\\w%:])`,
  "gu",
);
const PACE = rare(
  HAS_FIGURES,
  `(?<!\\w)((?:no |not |nicht )?(?:slower|faster|langsamer|schneller) (?:than|als)) ${FIGURE}(?! ?(?:%|x|times|km|mph|kph|miles))(?!\\w)`,
);
const PLAIN = rare(
  HAS_FIGURES,
  `(?<![\\w.$€£])(?:(around|about|roughly|approximately|approx\\.?|circa|at) ${FIGURE}|${FIGURE}(${ISH}))${ENDS}`,
);

/** Nouns that count beats. Italian "battute" are bars as well, so it needs a range. */
const BEATS = "(?:pulsaciones|pulsations|pulsazioni|pulsações|battements|battiti|batidas|schläge[n]?)";
const RANGE_OF_BEATS = rare(
  HAS_FIGURES,
  `(?<![\\w.])(?:entre |de |tra |fra |zwischen )?${FIGURE} ?(?:-|–|—|bis|und|a|à|y|e|et) ?${FIGURE} (?:${BEATS}|battute)(?!\\p{L})`,
);
const COUNT_OF_BEATS = rare(HAS_FIGURES, `(?<![\\w.])(?:(${BOUND}) )?${FIGURE} ${BEATS}(?!\\p{L})`);

/** A limit in a negated sentence: "nicht unter 120", "ne pas descendre sous 120", "nothing faster than 140". */
const NOT =
  "(?:not|never|nothing|no|don't|nicht|nichts|nie|kein|pas|rien|jamais|nada|nunca|non|niente|mai|não)(?: (?:bitte|please|too|go(?:ing)?|drop|dip|fall|rise|be|anything|far|much|bpm|tempo|a|gehen|fallen|de|descendre|tomber|passer|aller|baje?|bajar|bajéis|ir|vaya|caer|pasar|scendere|scenda|andare|vada|al di|baixe|baixar|descer|desça|ir|vá|passar|il|el|le|o)){0,4}";
const BELOW =
  "below|under|beneath|less than|slower than|unter|unterhalb von|weniger als|langsamer als|sous(?: les?)?|en[ -]dessous d(?:e|es)|au-dessous d(?:e|es)|moins de|(?:por )?debajo de(?: los?)?|menos de|(?:bajar|baje|bajéis) de(?: los?)?|sotto(?: i| ai| dei)?|meno di|abaixo d(?:e|os?)|menos (?:de|que)|baix(?:ar|e) d(?:e|os?)";
const ABOVE =
  "above|over|more than|faster than|über|oberhalb von|mehr als|schneller als|au[ -]dessus d(?:e|es)|(?:por )?encima de(?: los?)?|sopra(?: i| ai)?|oltre(?: i)?|acima d(?:e|os?)";
const NEGATED_LIMIT = rare(
  HAS_FIGURES,
  `(?<!\\p{L})${NOT} (?:(${BELOW})|${ABOVE}) ${FIGURE}(?: ?(${UNIT}|${BEATS})(?!\\p{L})|(?= (?:gehen|fallen|liegen|sinken|sein)(?!\\p{L}))|${ENDS})`,
);

/** A number after a word of tempo: "fast, 150 plus", "rápida, 160 o por ahí". */
const PACED = rare(
  HAS_FIGURES,
  `(?<!\\p{L})(?:fast|slow|up-?tempo|mid-?tempo|schnell|langsam|rapides?|lente?s?|r[aá]pid[ao]s?|lent[ao]s?|veloc[ei]),? (?:(${BOUND}) )?${FIGURE}(?: ?(\\+|plus|or (?:more|faster|above|higher)|(?:and|or) up|oder mehr|ou plus|o más|o più|ou mais)| ?(${ISH}|or so|or thereabouts|o por ah[ií]|m[aá]s o menos|circa|environ|ungefähr|ou por aí|mais ou menos))?${ENDS}`,
);
/** A range that is an item of a list: "berlin techno. 135-140, kick". */
const RANGE_ALONE = rare(HAS_FIGURES, `(?<=(?:^|[.,;\\n])[-–• ]*)${FIGURE} ?[-–] ?${FIGURE}(?=[-–• ]*(?:$|[.,;\\n]))`);
/** A wider range is not a tempo. */
const ALONE_SPAN_MAX = 20;

/** Words of tempo in a sentence, the cue of a number without a unit in a long text. */
const PACE_WORDS =
  /(?<!\p{L})(?:tempo|beats?|pulse|puls|pulso|pulsation|rhythms?|groove|pace|paced|fast|slow|mid|schnell|langsam|rapides?|lente?s?|r[aá]pid[ao]s?|lent[ao]s?|veloc[ei]|ruhig|ritmo|rythme|andante|allegro|moderato)(?!\p{L})/u;

/** An approximate number without a unit: "ruhig, um die 90". */
const BARE =
  /(?<![\w.])(um die|etwa|unos|alrededor de(?: los)?|environ|autour de|intorno ai?|por volta de) ([6-9]\d|1\d\d)(?=\s*(?:$|[,.;!?)]))/gu;

function rare(needs: RegExp, pattern: string): RarePattern {
  return { needs, pattern: new RegExp(pattern, "gu") };
}

/** Reads tempos in numbers. Tempo words ("slow", "allegro") are wishes and in the vocabulary. */
export function recogniseTempo(passage: Passage): readonly Constraint[] {
  const found = [
    ...eachMatch(passage, EITHER, (match, polarity) =>
      polarity < 0 ? null : either(passage, match, readBound(match[1]?.replace("either", "")), [match[2], match[3]]),
    ),
    ...eachMatch(passage, RANGE, (match, polarity) => range(passage, match, polarity, match[1], match[2])),
    ...eachMatch(passage, RANGE_AFTER, (match, polarity) => range(passage, match, polarity, match[1], match[2])),
    ...eachMatch(passage, SINGLE, (match, polarity) =>
      single(passage, match, polarity, match[3] === undefined ? match[1] : "around", match[2], match[4] ?? match[5]),
    ),
    ...eachMatch(passage, AFTER, (match, polarity) =>
      single(passage, match, polarity, match[3] === undefined ? match[1] : "around", match[2], undefined),
    ),
    ...eachMatch(passage, RANGE_OF_BEATS, (match, polarity) =>
      isPlainTempo(passage, match, match[1], match[2]) ? range(passage, match, polarity, match[1], match[2]) : null,
    ),
    ...eachMatch(passage, NEGATED_LIMIT, (match) => negatedLimit(passage, match)),
    ...eachMatch(passage, COUNT_OF_BEATS, (match, polarity) =>
      isPlainTempo(passage, match, match[2]) ? single(passage, match, polarity, match[1], match[2], undefined) : null,
    ),
    ...eachMatch(passage, PACE, (match, polarity) =>
      single(passage, match, polarity, pace(match[1]), match[2], undefined),
    ),
    ...eachMatch(passage, RANGE_PLAIN, (match, polarity) =>
      isPlainTempo(passage, match, match[1], match[2]) ? range(passage, match, polarity, match[1], match[2]) : null,
    ),
    ...eachMatch(passage, PLAIN, (match, polarity) => {
      const figure = match[2] ?? match[3];
      return isPlainTempo(passage, match, figure) && hasPaceWord(passage, match)
        ? single(passage, match, polarity, "around", figure, undefined)
        : null;
    }),
    ...eachMatch(passage, BARE, (match, polarity) =>
      hasPaceWord(passage, match) ? single(passage, match, polarity, match[1], match[2], undefined) : null,
    ),
    ...eachMatch(passage, PACED, (match, polarity) =>
      isPlainTempo(passage, match, match[2])
        ? single(passage, match, polarity, match[4] === undefined ? match[1] : "around", match[2], match[3])
        : null,
    ),
    ...eachMatch(passage, RANGE_ALONE, (match, polarity) => {
      const span = Number(match[2]) - Number(match[1]);
      return span > 0 && span <= ALONE_SPAN_MAX && isPlainTempo(passage, match, match[1], match[2])
        ? range(passage, match, polarity, match[1], match[2])
        : null;
    }),
  ];
  return found.map((constraint) => otherCounts(passage, constraint));
}

function range(passage: Passage, match: RegExpExecArray, polarity: number, low = "", high = ""): Constraint | null {
  const ends = [Number(low), Number(high)].sort((a, b) => a - b);
  const [minBpm = 0, maxBpm = 0] = ends;
  // "Not 120 to 130" would leave two ranges, which is hardly meant.
  if (polarity < 0 || minBpm < BPM_MIN || maxBpm > BPM_MAX) return null;
  return { kind: "tempo", ranges: [{ minBpm, maxBpm }], from: wordsOf(passage, match) };
}

/** Reads "70 or 140 bpm". */
function either(
  passage: Passage,
  match: RegExpExecArray,
  bound: Bound,
  figures: readonly (string | undefined)[],
): Constraint | null {
  const tempi = figures.map(Number);
  if (tempi.some((bpm) => bpm < BPM_MIN || bpm > BPM_MAX)) return null;
  const about = bound === "around" ? "around" : "exactly";
  return { kind: "tempo", ranges: tempi.map((bpm) => rangeOf(bpm, about)), from: wordsOf(passage, match) };
}

function single(
  passage: Passage,
  match: RegExpExecArray,
  polarity: number,
  before: string | undefined,
  figure = "",
  after: string | undefined,
): Constraint | null {
  const bpm = Number(figure);
  if (bpm < BPM_MIN || bpm > BPM_MAX) return null;
  let bound = readBound(before);
  if (/less|slower|below|under|max|tops/.test(after ?? "")) bound = "under";
  else if (after !== undefined) bound = "over";
  if (polarity < 0) {
    // "Not over 120 bpm" is the other side of the bound. "Not 120 bpm" is not a constraint.
    if (bound !== "under" && bound !== "over") return null;
    bound = bound === "under" ? "over" : "under";
  }
  return { kind: "tempo", ranges: [rangeOf(bpm, bound)], from: wordsOf(passage, match) };
}

/** Reads "not below 120". The match has its negation, so the polarity of its words does not matter. */
function negatedLimit(passage: Passage, match: RegExpExecArray): Constraint | null {
  const [, below, figure = "", unit] = match;
  if (!isPlainTempo(passage, match, figure) || (unit === undefined && !hasPaceWord(passage, match))) return null;
  const limit = rangeOf(Number(figure), below === undefined ? "under" : "over");
  return { kind: "tempo", ranges: [limit], from: wordsOf(passage, match) };
}

function rangeOf(bpm: number, bound: Bound): BpmRange {
  switch (bound) {
    case "under":
      return { minBpm: 0, maxBpm: bpm };
    case "over":
      return { minBpm: bpm, maxBpm: Number.MAX_SAFE_INTEGER };
    case "around":
      return { minBpm: Math.round(bpm * (1 - AROUND_SHARE)), maxBpm: Math.round(bpm * (1 + AROUND_SHARE)) };
    case "exactly":
      return { minBpm: bpm - EXACT_BPM, maxBpm: bpm + EXACT_BPM };
  }
}

/** Returns the bound of "slower than 90", which without "bpm" can only be a tempo. */
function pace(words = ""): string {
  const isUnder = /slower|langsamer/.test(words) !== /^(?:no|not|nicht)/.test(words);
  return isUnder ? "under" : "over";
}

function isPlainTempo(passage: Passage, match: RegExpExecArray, ...figures: readonly (string | undefined)[]): boolean {
  if (figures.some((figure) => Number(figure) < PLAIN_MIN || Number(figure) > PLAIN_MAX)) return false;
  const before = passage.lower.slice(0, match.index);
  return !ELSEWHERE.test(before.slice(Math.max(before.lastIndexOf("."), before.lastIndexOf("\n")) + 1));
}

/** Whether a long text has a word of tempo near a number without a unit. A short one is about nothing but the music. */
function hasPaceWord(passage: Passage, match: RegExpExecArray): boolean {
  if (passage.parts === null) return true;
  const { before, after } = sentenceAround(passage, match);
  return PACE_WORDS.test(before) || PACE_WORDS.test(after);
}
