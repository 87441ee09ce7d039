import type { Vocabulary } from "../brief/vocabulary.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { answerTo, understand } from "./answer.ts";

/** Uses every part of a search: a scene, an instrument, a tempo, a constraint, an exclusion, an unknown name, and a text with parts. */
export const WARM_UP_TEXTS = {
  query: "A tense chase at night, piano, around 120 bpm, no vocals, no drums, like Zzyzx",
  context:
    "EXT. HARBOUR - NIGHT. Two men run along the quay in the rain. A van waits with its engine on. The taller man falls, gets up and looks back at the lights on the water. We need tense music with low strings and a driving pulse.",
};

/**
 * Runs a search at the start. The first search of a process reads the vocabulary and blocks the server for a third of a
 * second, so it runs before the port is open.
 */
export function warmUp(catalog: Pick<LiveCatalog, "current">, vocabulary: Vocabulary): void {
  const live = catalog.current();
  const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
  answerTo(understand(WARM_UP_TEXTS, vocabulary), searched, { limit: 1 });
}
