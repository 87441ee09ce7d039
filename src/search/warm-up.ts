import type { Vocabulary } from "../brief/vocabulary.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { answerTo, understand } from "./answer.ts";

/** Touches every part of the way: a scene, an instrument, a tempo, a promise, a name that nobody has. */
const TEXTS = { query: "A tense chase at night, piano, around 120 bpm, no vocals", context: "Like Zzyzx." };

/**
 * Answers a search that nobody asked. The first one of a process reads the vocabulary and takes a third of a second, in
 * which the server does nothing else: better before the port is open than while the first client waits.
 */
export function warmUp(catalog: Pick<LiveCatalog, "current">, vocabulary: Vocabulary): void {
  const live = catalog.current();
  const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
  answerTo(understand(TEXTS, vocabulary), searched, { limit: 1 });
}
