import type { Vocabulary } from "../brief/vocabulary.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { answerTo, understand } from "./answer.ts";

/** Uses every part of a search: a scene, an instrument, a tempo, a constraint, an unknown name. */
const TEXTS = { query: "A tense chase at night, piano, around 120 bpm, no vocals", context: "Like Zzyzx." };

/**
 * Runs a search at the start. The first search of a process reads the vocabulary and blocks the server for a third of a
 * second, so it runs before the port is open.
 */
export function warmUp(catalog: Pick<LiveCatalog, "current">, vocabulary: Vocabulary): void {
  const live = catalog.current();
  const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
  answerTo(understand(TEXTS, vocabulary), searched, { limit: 1 });
}
