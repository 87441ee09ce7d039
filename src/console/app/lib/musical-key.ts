type Mode = "major" | "minor" | "dorian" | "phrygian" | "lydian" | "mixolydian" | "locrian";

interface KeyWords {
  /** C to B. */
  readonly notes: readonly string[];
  readonly sharp: string;
  readonly flat: string;
  readonly modes: Readonly<Record<Mode, string>>;
  /** Between the note and the mode. */
  readonly joint: string;
  readonly isMinorLowerCase: boolean;
}

const LETTERS = ["C", "D", "E", "F", "G", "A", "B"];

/** By the languages of the console. */
const WORDS = {
  en: words({
    sharp: "#",
    flat: "b",
    modes: {
      major: "major",
      minor: "minor",
      dorian: "dorian",
      phrygian: "phrygian",
      lydian: "lydian",
      mixolydian: "mixolydian",
      locrian: "locrian",
    },
  }),
  de: words({
    notes: ["C", "D", "E", "F", "G", "A", "H"],
    sharp: "is",
    flat: "es",
    modes: {
      major: "Dur",
      minor: "Moll",
      dorian: "Dorisch",
      phrygian: "Phrygisch",
      lydian: "Lydisch",
      mixolydian: "Mixolydisch",
      locrian: "Lokrisch",
    },
    joint: "-",
    isMinorLowerCase: true,
  }),
  fr: words({
    notes: ["do", "ré", "mi", "fa", "sol", "la", "si"],
    sharp: " dièse",
    flat: " bémol",
    modes: {
      major: "majeur",
      minor: "mineur",
      dorian: "dorien",
      phrygian: "phrygien",
      lydian: "lydien",
      mixolydian: "mixolydien",
      locrian: "locrien",
    },
  }),
  es: words({
    notes: ["do", "re", "mi", "fa", "sol", "la", "si"],
    sharp: " sostenido",
    flat: " bemol",
    modes: {
      major: "mayor",
      minor: "menor",
      dorian: "dórico",
      phrygian: "frigio",
      lydian: "lidio",
      mixolydian: "mixolidio",
      locrian: "locrio",
    },
  }),
} as const;

type KeyLanguage = keyof typeof WORDS;

/** The German names that are not built from their parts. */
const GERMAN_FLATS: Readonly<Record<string, string>> = { E: "Es", A: "As", B: "B" };

/** Returns a key of the API, such as `C# minor`, in a language. What cannot be read stays as it is. */
export function keyIn(language: KeyLanguage, key: string): string {
  const found = /^(?:([A-G])\s?([#♯b♭])?)?(?:(?:^|\s+)([a-z]+))?$/.exec(key.trim());
  const [, letter, accidental = "", mode] = found ?? [];
  if (found === null || (mode !== undefined && !isMode(mode))) return key;
  const { joint, isMinorLowerCase, modes } = WORDS[language];
  if (letter === undefined) return mode === undefined ? key : modes[mode];
  const note = noteIn(language, letter, accidental);
  if (mode === undefined) return note;
  return `${mode === "minor" && isMinorLowerCase ? note.toLowerCase() : note}${joint}${modes[mode]}`;
}

function isMode(word: string): word is Mode {
  return Object.hasOwn(WORDS.en.modes, word);
}

function noteIn(language: KeyLanguage, letter: string, accidental: string): string {
  const { notes, sharp, flat } = WORDS[language];
  const note = notes[LETTERS.indexOf(letter)] ?? letter;
  if (accidental === "") return note;
  if (accidental === "#" || accidental === "♯") return note + sharp;
  return (language === "de" ? GERMAN_FLATS[letter] : undefined) ?? note + flat;
}

function words(given: Partial<KeyWords> & Pick<KeyWords, "sharp" | "flat" | "modes">): KeyWords {
  return { notes: LETTERS, joint: " ", isMinorLowerCase: false, ...given };
}
