import type { Vocabulary } from "../brief/vocabulary.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { answerTo, understand } from "./answer.ts";

/**
 * Texts that together use every part of a search: a scene, an instrument, a tempo, a constraint, an exclusion, an unknown
 * name, parts, and another language. The tables of all other languages are made when the first text needs one of them.
 */
export const WARM_UP_TEXTS: readonly { readonly query: string; readonly context: string }[] = [
  {
    query: "A tense chase at night, piano, around 120 bpm, no vocals, no drums, like Zzyzx",
    context:
      "EXT. HARBOUR - NIGHT. Two men run along the quay in the rain. A van waits with its engine on. The taller man falls, gets up and looks back at the lights on the water. We need tense music with low strings and a driving pulse.",
  },
  {
    query: "ruhiges Klavier, kein Gesang",
    context:
      "INNEN. KÜCHE - MORGEN. Die alte Frau stellt zwei Tassen auf den Tisch und räumt eine wieder weg. Draußen fährt der Bus ohne sie ab. Bitte nichts Kitschiges: leise Klaviermusik, vielleicht ein Cello, ohne Schlagzeug. Die letzten Vorschläge waren uns zu süß. Länge etwa zwei Minuten, Lieferung bis Freitag.",
  },
];

/**
 * Runs searches at the start. The first search of a process reads the vocabulary and blocks the server for half a second,
 * so it runs before the port is open.
 */
export function warmUp(catalog: Pick<LiveCatalog, "current">, vocabulary: Vocabulary): void {
  const live = catalog.current();
  const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
  for (const texts of WARM_UP_TEXTS) answerTo(understand(texts, vocabulary), searched, { limit: 1 });
}
