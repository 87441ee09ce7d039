interface KeyWords {
  /** C to B. */
  readonly notes: readonly string[];
  readonly sharp: string;
  readonly flat: string;
  readonly major: string;
  readonly minor: string;
  /** Between the note and the mode. */
  readonly joint: string;
  readonly isMinorLowerCase: boolean;
}

const LETTERS = ["C", "D", "E", "F", "G", "A", "B"];

/** By the languages of the console. */
const WORDS = {
  en: words({ sharp: "#", flat: "b", major: "major", minor: "minor" }),
  de: words({
    notes: ["C", "D", "E", "F", "G", "A", "H"],
    sharp: "is",
    flat: "es",
    major: "Dur",
    minor: "Moll",
    joint: "-",
    isMinorLowerCase: true,
  }),
  fr: words({
    notes: ["do", "ré", "mi", "fa", "sol", "la", "si"],
    sharp: " dièse",
    flat: " bémol",
    major: "majeur",
    minor: "mineur",
  }),
  es: words({
    notes: ["do", "re", "mi", "fa", "sol", "la", "si"],
    sharp: " sostenido",
    flat: " bemol",
    major: "mayor",
    minor: "menor",
  }),
} as const;

type KeyLanguage = keyof typeof WORDS;

/** The German names that are not built from their parts. */
const GERMAN_FLATS: Readonly<Record<string, string>> = { E: "Es", A: "As", B: "B" };

/** Returns a key of the API, such as `C# minor`, in a language. What cannot be read stays as it is. */
export function keyIn(language: KeyLanguage, key: string): string {
  const found = /^([A-G])\s?([#♯b♭])?(?:\s+(major|minor))?$/.exec(key.trim());
  if (found === null) return modeIn(language, key.trim()) ?? key;
  const [, letter = "", accidental = "", mode] = found;
  const { joint, isMinorLowerCase } = WORDS[language];
  const note = noteIn(language, letter, accidental);
  if (mode === undefined) return note;
  return `${mode === "minor" && isMinorLowerCase ? note.toLowerCase() : note}${joint}${modeIn(language, mode)}`;
}

function modeIn(language: KeyLanguage, mode: string): string | null {
  return mode === "major" || mode === "minor" ? WORDS[language][mode] : null;
}

function noteIn(language: KeyLanguage, letter: string, accidental: string): string {
  const { notes, sharp, flat } = WORDS[language];
  const note = notes[LETTERS.indexOf(letter)] ?? letter;
  if (accidental === "") return note;
  if (accidental === "#" || accidental === "♯") return note + sharp;
  return (language === "de" ? GERMAN_FLATS[letter] : undefined) ?? note + flat;
}

function words(given: Partial<KeyWords> & Pick<KeyWords, "sharp" | "flat" | "major" | "minor">): KeyWords {
  return { notes: LETTERS, joint: " ", isMinorLowerCase: false, ...given };
}
