import { claim, isClaimed, type Passage } from "../passage.ts";
import { follows, markMusic } from "./mark-music.ts";

/** Words for what was sent before. */
const FORMER: ReadonlySet<string> = new Set(
  (
    "track tracks version versions pitch pitches demo demos cue cues song songs option options attempt attempts round rounds proposal " +
    "proposals selection selections suggestion suggestions edit edits one ones music everything stuff temp playlist submission submissions " +
    "pick picks batch vorschlag vorschlage auswahl stuck stucke entwurf proposition propositions piste pistes morceau morceaux maquette " +
    "propuesta propuestas maqueta tema temas seleccion proposta proposte versione versioni brano brani provino propostas versao faixa faixas selecao"
  ).split(" "),
);

/** "Too" in other languages. */
const TOO: ReadonlySet<string> = new Set(
  "zu trop demasiado demasiada demasiados demasiadas troppo troppa troppi troppe".split(" "),
);

const REACH = 10;
const LONG = 6;

/** Reads "the previous track was too sad", which avoids sadness. "She is too sad to speak" describes a scene. */
export function readComplaints(passage: Passage): void {
  const { tokens } = passage;
  tokens.forEach((token, too) => {
    if (TOO.has(token.word)) return readForeignComplaint(passage, too);
    if (token.word !== "too" || isClaimed(passage, too) || (passage.polarity[too] ?? 1) < 0) return;
    const former = formerBefore(passage, too);
    if (former < 0) return;
    claim(passage, "negation", former, too + 1);
    for (let at = too + 1; at < Math.min(tokens.length, too + LONG); at++) {
      const next = tokens[at];
      if (next === undefined || (next.gap !== "space" && next.gap !== "hyphen")) return;
      if (["but", "for", "so", "we", "to", "with"].includes(next.word)) return;
      passage.polarity[at] = -1;
    }
  });
}

function readForeignComplaint(passage: Passage, too: number): void {
  if ((passage.polarity[too] ?? 1) < 0 || formerBefore(passage, too) < 0) return;
  let end = too + 1;
  while (end < too + LONG && follows(passage.tokens[end])) end++;
  markMusic(passage, too + 1, end, -1);
}

/** Returns the complaint's subject, or -1 without one. */
function formerBefore(passage: Passage, too: number): number {
  for (let at = too - 1; at >= Math.max(0, too - REACH); at--) {
    if (FORMER.has(passage.tokens[at]?.word ?? "")) return at;
    if (passage.tokens[at]?.gap === "sentence") return -1;
  }
  return -1;
}
