/** Reads a choice that this browser keeps. Null if there is none, or if the browser keeps nothing. */
export function readStored<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
  try {
    const value = localStorage.getItem(name);
    return choices.find((choice) => choice === value) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a choice in this browser, if the browser allows it. Null removes it. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing only forgets the choice.
  }
}

/** Reads a text that this browser keeps. Null if there is none, or if the browser keeps nothing. */
export function readStoredText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
