import { ENERGIES, type Energy, type Vocals, VOCALS } from "../../../../schema/song.ts";
import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** Reads one of the four words, or a number from 0 to 1 as in tables of audio features. Each word covers a quarter. */
export function readEnergy(text: string): FactReading<Energy> {
  const bare = text.trim();
  if (bare === "") return ABSENT;
  const word = bare.toLowerCase().replace(/[\s-]+/g, "_");
  const known = ENERGIES.find((energy) => energy === word);
  if (known !== undefined) return value(known);
  const share = /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+|\d(?:\.\d+)?e-\d+)$/.test(bare) ? Number(bare) : Number.NaN;
  const energy = ENERGIES[Math.min(Math.floor(share * ENERGIES.length), ENERGIES.length - 1)];
  return energy === undefined ? wrong(`a number from 0 to 1, or one of ${ENERGIES.join(", ")}`, bare) : value(energy);
}

const YES: ReadonlySet<string> = new Set(
  "y yes true 1 1.0 x on t ja j oui o sí si s sim да wahr vrai verdadero vero verdadeiro ✓ ✔ ☑ explicit e".split(" "),
);
const NO: ReadonlySet<string> = new Set(
  "n no false 0 0.0 off f nein non não nao нет falsch faux falso ✗ ✘ ☐ clean".split(" "),
);

/** Reads "y", "yes", "true", "1", "x" and their opposites in six languages, and the ratings "explicit" and "clean". */
export function readTruth(text: string): FactReading<boolean> {
  const bare = toNormalForm(text, "NFC").trim().toLowerCase();
  if (bare === "" || /^(?:-+|n\/a|null|unknown|\?)$/.test(bare)) return ABSENT;
  if (YES.has(bare)) return value(true);
  return NO.has(bare) ? value(false) : wrong("yes or no", text.trim());
}

const VOCAL_WORDS: Readonly<Record<Vocals, RegExp>> = {
  none: /^(?:none|no vocals?|without vocals?|instr(?:umental|u|\.)?|instrumental version)$/,
  background: /^(?:background|backing|bg|bgvs?|bvs?|choir|background vocals?|backing vocals?)$/,
  lead: /^(?:lead|vocals?|lead vocals?|with vocals?|male|female|(?:fe)?male vocals?|sung)$/,
};

/** Reads the vocal degree of a file in words, or as yes or no. */
export function readVocals(text: string): FactReading<Vocals> {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  const named = VOCALS.find((vocals) => VOCAL_WORDS[vocals].test(bare));
  if (named !== undefined) return value(named);
  const truth = readTruth(text);
  if (truth.kind === "value") return value(truth.value ? "lead" : "none");
  return truth.kind === "absent" ? ABSENT : wrong(`one of ${VOCALS.join(", ")}`, text.trim());
}
