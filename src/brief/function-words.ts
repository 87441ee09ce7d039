import { once } from "./once.ts";
import { fold } from "./text.ts";
import german from "./words/de.txt" with { type: "text" };
import english from "./words/en.txt" with { type: "text" };
import spanish from "./words/es.txt" with { type: "text" };
import french from "./words/fr.txt" with { type: "text" };
import italian from "./words/it.txt" with { type: "text" };
import portuguese from "./words/pt.txt" with { type: "text" };

/** Words that are never looked for: grammar, politeness, and the words every brief has ("music", "track"). */
export function isFunctionWord(word: string): boolean {
  return all().has(word);
}

const all = once(() => {
  const found = new Set<string>();
  for (const file of [english, spanish, french, german, italian, portuguese]) {
    for (const line of file.split("\n")) {
      if (line.startsWith("#")) continue;
      for (const word of line.split(/\s+/)) if (word !== "") found.add(fold(word).replace(/'/g, ""));
    }
  }
  return found;
});
