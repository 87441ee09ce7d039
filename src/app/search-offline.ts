import { CatalogDb } from "../catalog/catalog-db.ts";
import { currentGeneration } from "../catalog/generation.ts";
import { loadIndex } from "../catalog/load-index.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { openOwnVocabulary } from "../search/own-vocabulary.ts";
import { answerTo, type ExplainedAnswer, explainedAnswerTo, type Texts } from "../search/answer.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import type { Core } from "./core.ts";

export interface OfflineSearch {
  /** The answer the server would give to these texts. */
  answer(texts: Texts, limit: number): Answer;
  explained(texts: Texts, limit: number): ExplainedAnswer;
  songs(ids: readonly string[]): Map<string, SongRecord>;
  close(): void;
}

/** Opens the current catalog for searches without a server: the same engine, beside a running one if need be. */
export async function openOfflineSearch(core: Core): Promise<OfflineSearch> {
  const generation = currentGeneration(core.db);
  if (generation === null) throw new Error("There is no catalog yet; `needledrop import PATH` brings one in.");
  const db = CatalogDb.open(core.config.dataDir, generation);
  try {
    const vocabulary = openOwnVocabulary(core.config.dataDir, core.log);
    const index = await loadIndex(core.config.dataDir, db, core.log);
    const searched = { index, catalogVersion: generation.version };
    return {
      answer: (texts, limit) => answerTo(texts, searched, { limit, vocabulary }),
      explained: (texts, limit) => explainedAnswerTo(texts, searched, { limit, vocabulary }),
      songs: (ids) => db.songsByIds(ids),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
