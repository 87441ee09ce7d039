import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { IndexBuilder } from "../../../src/ranking/index-builder.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { openIndex } from "../../../src/ranking/ranking-index.ts";
import type { SongDocument } from "../../../schema/song.ts";
import type { Song } from "../data.ts";
import type { Engine } from "../engine.ts";

export const needledrop: Engine = {
  name: "Needledrop",
  index: (songs) => {
    const builder = new IndexBuilder();
    for (const song of songs) builder.add(toDocument(song));
    const index = openIndex(Buffer.concat(builder.finish()));
    return {
      search: (query, context, limit) =>
        rank(index, parseBrief({ query, context }), { limit }).hits.map(({ songId }) => songId),
    };
  },
};

function toDocument(song: Song): SongDocument {
  const { genre = [], mood = [], instrument = [], characteristic = [] } = song.tags;
  return {
    id: song.id,
    title: song.title,
    description: "",
    lyrics: "",
    artists: song.artists ?? [],
    tags: { genre, mood, instrument, characteristic },
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
  };
}
