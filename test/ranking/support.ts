import type { Analysis } from "../../schema/wire/analysis.ts";
import type { AudioFileDocument, SongDocument, Tags } from "../../schema/song.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { briefOfSights } from "../../src/brief/sights/brief-of-sights.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { IndexBuilder } from "../../src/ranking/index-builder.ts";
import { rank, type TracedRanking } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import type { Brief, Ranking } from "../../schema/brief.ts";
import { memoize } from "../../src/lib/memoize.ts";

export type SongLike = Partial<Omit<SongDocument, "tags">> & { readonly id: string; readonly tags?: Partial<Tags> };

export function song(given: SongLike): SongDocument {
  return {
    title: `Song ${given.id}`,
    description: "",
    lyrics: "",
    artists: [{ id: `artist-${given.id}`, name: `Artist ${given.id}` }],
    energy: null,
    energyInferred: "medium",
    explicit: null,
    bpm: null,
    keyName: "",
    keyMode: "",
    releasedAt: null,
    playlistIds: [],
    hasStems: false,
    audioFiles: [],
    ...given,
    tags: { genre: [], mood: [], instrument: [], characteristic: [], ...given.tags },
  };
}

export function version(id: string, given: Partial<AudioFileDocument> = {}): AudioFileDocument {
  return { id, vocals: null, duration: null, stem: false, hasMedia: true, ...given };
}

export function packed(songs: readonly SongDocument[]): Uint8Array {
  const builder = new IndexBuilder();
  for (const one of songs) builder.add(one);
  return new Uint8Array(Buffer.concat(builder.finish()));
}

export function indexOf(songs: readonly SongDocument[]): RankingIndex {
  return openIndex(packed(songs));
}

/** Parses a text. A property asks for the same few texts hundreds of times, and reading one takes longer than ranking. */
export const briefOf = memoize((query: string): Brief => parseBrief({ query, context: null }));

export function search(songs: readonly SongDocument[], query: string, limit = 25): Ranking {
  return rank(indexOf(songs), briefOf(query), { limit });
}

/** Searches by analyses of assets, with or without text. */
export function searchBySight(
  songs: readonly SongDocument[],
  analyses: readonly Analysis[],
  query: string | null = null,
): TracedRanking {
  const brief = briefOfSights(analyses, parseBrief({ query, context: null }), vocabulary());
  return rank(indexOf(songs), brief, { limit: 25, traces: true });
}

export function ids(ranking: Ranking): string[] {
  return ranking.hits.map((hit) => hit.songId);
}
