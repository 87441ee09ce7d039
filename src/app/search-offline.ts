import type { LikenessWeights } from "../../schema/sound-descriptor.ts";
import { CatalogDb } from "../catalog/catalog-db.ts";
import { currentGeneration } from "../catalog/generation.ts";
import { loadIndex } from "../catalog/load-index.ts";
import { similarAmong, songsLikeSound, type SimilarSong } from "../catalog/similar-songs.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { systemTimer } from "../lib/timer.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { openOwnVocabulary } from "../search/own-vocabulary.ts";
import {
  answerTo,
  type ExplainedAnswer,
  explainedAnswerTo,
  type SearchSettings,
  type BriefSources,
  understand,
} from "../search/answer.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import type { Brief } from "../../schema/brief.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import type { Core } from "./core.ts";
import { withGivenSongs } from "../search/understand-turns.ts";
import { openLikeness } from "../embedding/open-embedding.ts";

/** Longer than a server waits, because the model may have to be loaded first. */
const EMBEDDING_WAIT_MS = 5 * SECOND_MS;

type SimilarSongs = readonly SimilarSong[];

export interface OfflineSources extends BriefSources {
  /** The ids of songs of the catalog that the songs shall be like. */
  readonly likes?: readonly string[];
}

export interface OfflineSearch {
  /** Returns the answer that a server would give to these texts. An embedding model gets more time. */
  answer(texts: OfflineSources, limit: number): Promise<Answer>;
  explained(texts: OfflineSources, limit: number): Promise<ExplainedAnswer>;
  /** Returns the songs most similar to a song; null for an unknown id. */
  similar(songId: string, options: { readonly size: number; readonly weights: LikenessWeights }): SimilarSongs | null;
  /** Returns the songs that sound most like a sound; null if it, or the catalog, cannot be compared. */
  similarTo(
    heard: HeardSound,
    options: { readonly size: number; readonly weights: LikenessWeights },
  ): SimilarSongs | null;
  songs(ids: readonly string[]): Map<string, SongRecord>;
  close(): void;
}

/** Opens the current catalog for searches without a server. A server can run at the same time. */
export async function openOfflineSearch(core: Core): Promise<OfflineSearch> {
  const generation = await core.db.read(currentGeneration(core.db));
  if (generation === null) throw new Error("There is no catalog yet. Import one with `needledrop import PATH`.");
  const db = CatalogDb.open(core.config.dataDir, generation);
  try {
    const vocabulary = openOwnVocabulary(core.config.dataDir, core.log);
    const index = await loadIndex(db, { ...core.config, log: core.log });
    const searched = { index, catalogVersion: generation.version };
    const embedding = openLikeness(core, systemTimer, { user: "command", waitMs: EMBEDDING_WAIT_MS });
    const settingsFor = async (brief: Brief, limit: number): Promise<SearchSettings> => {
      const likenessOf = (await embedding?.likenessTo(brief)) ?? null;
      return { limit, likeness: likenessOf?.(db) ?? null, now: core.clock.now() };
    };
    const understood = ({ likes = [], ...texts }: OfflineSources): Brief => {
      const songs = db.songsByIds(likes);
      const titled = likes.map((id) => ({ id, title: songs.get(id)?.title ?? id }));
      return withGivenSongs(understand(texts, vocabulary), { likes: titled, dislikes: [] });
    };
    return {
      answer: async (texts, limit) => {
        const brief = understood(texts);
        return answerTo(brief, searched, await settingsFor(brief, limit));
      },
      explained: async (texts, limit) => {
        const brief = understood(texts);
        return explainedAnswerTo(brief, searched, await settingsFor(brief, limit));
      },
      similar: (songId, options) => similarAmong({ db, index }, songId, { ...options, among: null }),
      similarTo: (heard, options) => songsLikeSound({ db, index }, heard, options),
      songs: (ids) => db.songsByIds(ids),
      close: () => {
        void embedding?.stop();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
