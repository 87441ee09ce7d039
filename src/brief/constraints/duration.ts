import type { Constraint } from "../../../schema/brief.ts";
import { BOUND, NUMBER, readBound, readNumber } from "../../text/numbers.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, type RarePattern, wordsOf } from "./recogniser.ts";
import { type SentenceAround, sentenceAround } from "./sentence.ts";
import { isTrackLength } from "./track-length.ts";

/** Accepted deviation of a version from "60 seconds" and from "about 60 seconds". */
const EXACT_SHARE = 0.1;
const AROUND_SHARE = 0.2;

const SECONDS = "seconds?|secs?|sekunden?|sek|sekündig\\w*|segundos?|secondes?|second[oi]";
const MINUTES = "minutes?|mins?|minuten?|minütig\\w*|minutos?|minuti";
/** The single letter s is a unit only after a figure: "30s", but not "a s…". */
const UNIT = `(?:(${MINUTES})|(${SECONDS}|(?<=\\d ?)(?<!(?:303|606|707|808|909) ?)s))(?![\\w'])`;
/**
 * The start of a number: not within a word ("cinquante-deux") and not after its tens ("cincuenta y dos"). It comes first in
 * a pattern, because it fails at most places.
 */
const STARTS =
  "(?<![\\p{L}\\p{N}_.:]|\\p{L}-|(?:trent|quarant|cinquant|soixant|treint|cuarent|cincuent|sesent|setent|ochent|novent|sessent|settant|ottant|vint|oitent|cinquent)[ae]? (?:y |e |et )?)";

/** "60s" and "1980s" are decades; a length is "60 seconds", "60 sec" or ":60". */
const DECADE = /(?:[5-9]0|\d{4})'?s$/u;

/** Longer than any version of a song. */
const LONGEST_SECONDS = 4 * 3600;

/** "Must not exceed two minutes". */
const EXCEED_BEFORE =
  /(?:exceed|go over|überschreiten|dépasser(?: les)?|pasar de(?: los)?|superar(?: los)?|superare(?: i)?|passar de|ultrapassar(?: os)?) $/u;

/** A shot or a scene, whose length is not that of the music: "the camera stays on her for six minutes". */
const SHOT =
  /(?<!\p{L})(?:voice-?overs?|end ?cards?|title cards?|pack ?shots?|off-sprecher(?:in)?|voix[- ]off|voz en off|voce fuori campo|cameras?|shots?|takes?|long take|one-take|scenes?|sequences?|close-?ups?|kamera(?:fahrt)?|einstellung(?:en)?|plansequenz|szenen?|sequenz|großaufnahme|caméra|plans?|plan-séquence|scènes?|séquences?|cámara|planos?|toma|escenas?|secuencias?|macchina da presa|telecamera|inquadratur[ae]|piano[- ]sequenza|scen[ae]|sequenz[ae]|câmera|câmara|tomada|cenas?|sequências?)(?!\p{L})/gu;
/** Words for the music before or after it: "music for a scene, two minutes". */
const FOR_A_SHOT =
  /(?<!\p{L})(?:music|track|song|score|cue|theme|piece|musik|stück|titel|musique|morceau|música|tema|canción|pieza|musica|brano|pezzo|faixa|trilha|for|für|pour|para|per)(?!\p{L})/u;
/** A verb between a shot and its length. */
const LASTS =
  /(?<!\p{L})(?:is|runs?|lasts?|stays?|holds?|lingers?|follows?|remains?|goes|takes|rests?|bleibt|dauert|hält|läuft|ruht|verharrt|folgt|ist|geht|reste|dure|suit|tient|s'attarde|est|fait|se queda|queda|dura|permanece|sigue|se mantiene|es|resta|rimane|segue|indugia|è|fica|demora)(?!\p{L})/u;
/** "A voice-over of four seconds". */
const OF_ITS_LENGTH = /^ (?:of|von|de|di)(?: about| rund| environ| unos| circa| cerca de)? ?$/u;
const LASTS_AFTER = /^ (?:dauert|läuft|bleibt|dura|dure|lasts)(?!\p{L})/u;
/** The end of a clause, unless one about the same thing follows: "eine Einstellung, die vier Minuten dauert". */
const CLAUSE_END = /[;:]|,(?! (?:die|der|das|it|that|which|qui|que|elle|il|che)(?!\p{L}))/u;
/** "A six-minute shot", "six minutes of one take". */
const SHOT_AFTER =
  /^[- ](?:long |lange |de |of |di |einer |eine |un |una |une |one |a |single |tracking |continuous |uncut )*(?:shots?|takes?|camera|close-?up|einstellung|kamerafahrt|plansequenz|plan|plan-séquence|plano|toma|inquadratura|piano sequenza|tomada|cena|escena|scena|scène|szene)(?!\p{L})/u;

/** An age ("in her 30s") and the time of a message ("[10:31]"). */
const AGE = /(?<!\p{L})(?:his|her|their|my|your|early|mid|late)[ -]$/u;
const TIMESTAMP = /\[$/u;

/** Words before a time that is not the song's length: a position in it, the film's length or a deadline. */
const ELSEWHERE =
  "(?<!(?:after|first|last|in|at|every|within the|opening|final|for the|seconds?|intro of|next|by|fade(?: it)?(?: \\w+){0,4} after)(?: the)?(?: first| last| next)? )";
/** The same in other languages: "nach 30 Sekunden", "los primeros 30 segundos". */
const ELSEWHERE_FOREIGN =
  "(?<!(?:nach|nach den|ersten|letzten|alle|después de|a los|primeros|últimos|cada|après|premières|dernières|chaque|toutes les|au bout de|dopo|primi|ultimi|ogni|depois de|após|primeiros|aos) )";
const NOT_MUSIC =
  "(?![- ](?:documentary|film|movie|episode|show|series|podcast|feature|chase|scene|break|meeting|call|deadline|later|into|in(?!\\w)|intro|mark|drive|walk|per(?! (?:un|uno|una|il|lo|la|gli|le|i|piece|track|song|cue|loop)\\b)(?!\\w)|before|after|fade|warning|notice|old|ago))";
/** "Vingt minutes avant le service", "zwei Minuten später": a time in the story. */
const IN_THE_STORY =
  "(?! (?:avant|après|plus tard|vor|nach|später|zuvor|danach|antes|después|más tarde|prima|dopo|più tardi|depois|mais tarde)(?!\\p{L}))";

/** A unit after a figure or a separate word. */
const HAS_UNIT = new RegExp(`(?:(?<=[\\d -])(?:${MINUTES}|${SECONDS})|\\d ?s)(?![\\w'])`, "gu");

const RANGE = rare(
  HAS_UNIT,
  `${STARTS}${ELSEWHERE}${ELSEWHERE_FOREIGN}(?:between |from |entre |zwischen |tra |von |de )?(${NUMBER}) ?(?:${MINUTES}|${SECONDS})? ?(?:-|–|to|and|bis|und|a|à|y|e|et) ?(${NUMBER})(?:(?<=\\d)|[- ])${UNIT}${NOT_MUSIC}${IN_THE_STORY}`,
);
const COMPOUND = rare(
  new RegExp(`(?:${MINUTES})[ ,]`, "gu"),
  `${STARTS}${ELSEWHERE}${ELSEWHERE_FOREIGN}(?:(${BOUND}) )?(${NUMBER})[- ]?(?:${MINUTES})(?: (?:and|und|et|y|e)|,)? (${NUMBER})[- ]?(?:${SECONDS}|s)(?!\\p{L})`,
);
const SINGLE = rare(
  HAS_UNIT,
  `${STARTS}${ELSEWHERE}${ELSEWHERE_FOREIGN}(?:(${BOUND}) )?(${NUMBER})(?:(?<=\\d)|[- ])${UNIT}${NOT_MUSIC}${IN_THE_STORY}( or (?:more|longer|less|shorter|under)| max(?:imum)?| tops| min(?:imum)?| plus| como (?:máximo|mucho|mínimo)| (?:o|ou|oder) (?:menos|más|mais|moins|plus|weniger|mehr|meno|più)| maximal| au maximum| al massimo| no máximo)?( and a half| y medi[oa]| et demie?| e mezz[oa]| e mei[oa])?( at (?:the )?most| como (?:máximo|mucho)| au maximum| al massimo| no máximo)?`,
);
const CLOCK = rare(
  /:\d\d/gu,
  `${ELSEWHERE}(?<![\\w.:])(?:(${BOUND}) ?)?(\\d{1,2})?:([0-5]\\d|(?<![\\d]:)[69]0)(?![\\w:\\]]| ?(?:am|pm|uhr|h\\b|o'clock))`,
);

/** "Länge 2'30". Only with a cue, because feet and years look the same. */
const PRIMES = rare(/\d['’′]\d/gu, `(?<![\\w.:'])(?:(${BOUND}) ?)?(\\d{1,2})['’′]([0-5]\\d)(?!\\w)`);

function rare(needs: RegExp, pattern: string): RarePattern {
  return { needs, pattern: new RegExp(pattern, "gu") };
}

/** A length in seconds, with the words around it that bound it. */
interface Length {
  readonly seconds: number;
  readonly before: string | undefined;
  readonly after?: string | undefined;
}

/**
 * Reads the length of one full version. A number makes it a constraint. In a long text it also needs a cue that it is the
 * length of the music.
 */
export function recogniseDuration(passage: Passage): readonly Constraint[] {
  const needsCue = passage.parts !== null;
  return [
    ...eachMatch(passage, COMPOUND, (match, polarity) => {
      const seconds = readNumber(match[2] ?? "") * 60 + readNumber(match[3] ?? "");
      return single(passage, match, polarity, { seconds, before: match[1] }, needsCue);
    }),
    ...eachMatch(passage, RANGE, (match) => {
      if (!isOwnLength(passage, match, false, needsCue)) return null;
      const unit = match[3] === undefined ? 1 : 60;
      const [low = 0, high = 0] = [readNumber(match[1] ?? "") * unit, readNumber(match[2] ?? "") * unit].sort(
        (a, b) => a - b,
      );
      return { kind: "duration", minSeconds: low, maxSeconds: high, from: wordsOf(passage, match) };
    }),
    ...eachMatch(passage, SINGLE, (match, polarity) => {
      const unit = match[3] === undefined ? 1 : 60;
      const seconds = (readNumber(match[2] ?? "") + (match[6] === undefined ? 0 : 0.5)) * unit;
      return single(passage, match, polarity, { seconds, before: match[1], after: match[5] ?? match[7] }, needsCue);
    }),
    ...eachMatch(passage, CLOCK, (match, polarity) => {
      const seconds = Number(match[2] ?? 0) * 60 + Number(match[3]);
      return single(passage, match, polarity, { seconds, before: match[1] }, needsCue);
    }),
    ...eachMatch(passage, PRIMES, (match, polarity) => {
      const seconds = Number(match[2]) * 60 + Number(match[3]);
      return single(passage, match, polarity, { seconds, before: match[1] }, true);
    }),
  ];
}

/** Whether a length can be that of the music. */
function isOwnLength(passage: Passage, match: RegExpExecArray, isLimit: boolean, needsCue: boolean): boolean {
  const around = sentenceAround(passage, match);
  if (TIMESTAMP.test(around.before) || AGE.test(around.before)) return false;
  if (isOfShot(around)) return false;
  return !needsCue || isTrackLength(around, isLimit);
}

/** Whether a length is that of a shot. In a long text, a length needs a word for the music anyway. */
function isOfShot({ before, after }: SentenceAround): boolean {
  if (SHOT_AFTER.test(after)) return true;
  const clause = before.split(CLAUSE_END).at(-1) ?? "";
  const shot = [...clause.matchAll(SHOT)].at(-1);
  if (shot === undefined || FOR_A_SHOT.test(clause.slice(0, shot.index))) return false;
  const between = clause.slice(shot.index + shot[0].length);
  return LASTS.test(between) || OF_ITS_LENGTH.test(between) || LASTS_AFTER.test(after);
}

function single(
  passage: Passage,
  match: RegExpExecArray,
  polarity: number,
  { seconds, before, after }: Length,
  needsCue: boolean,
): Constraint | null {
  if (!(seconds > 0) || seconds > LONGEST_SECONDS || DECADE.test(match[0])) return null;
  let bound = readBound(before);
  if (after !== undefined) bound = /more|longer|m[ií]n|plus|más|mais|mehr|più/.test(after) ? "over" : "under";
  const isLimit = bound === "under" || bound === "over";
  const isExceeded = EXCEED_BEFORE.test(sentenceAround(passage, match).before);
  if (!isOwnLength(passage, match, isLimit, needsCue)) return null;
  if (polarity < 0) {
    if (!isLimit && !isExceeded) return null;
    bound = bound === "under" ? "over" : "under";
  }
  const from = wordsOf(passage, match);
  if (bound === "under") return { kind: "duration", minSeconds: 0, maxSeconds: seconds, from };
  if (bound === "over") return { kind: "duration", minSeconds: seconds, maxSeconds: Number.MAX_SAFE_INTEGER, from };
  const share = bound === "around" ? AROUND_SHARE : EXACT_SHARE;
  return { kind: "duration", minSeconds: seconds * (1 - share), maxSeconds: seconds * (1 + share), from };
}
