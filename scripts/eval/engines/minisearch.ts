import MiniSearch from "minisearch";
import { isFunctionWord } from "../../../src/text/function-words.ts";
import { stem } from "../../../src/text/stem.ts";
import { type Engine, textOf } from "../engine.ts";

/** MiniSearch with our stemmer and without function words; otherwise with its defaults. */
export const miniSearch: Engine = {
  name: "MiniSearch",
  index: (songs) => {
    const index = new MiniSearch({
      fields: ["text"],
      processTerm: (term) => {
        const word = term.toLowerCase();
        return isFunctionWord(word) ? null : stem(word);
      },
    });
    index.addAll(songs.map((song) => ({ id: song.id, text: textOf(song) })));
    return {
      search: (query, context, limit) =>
        index
          .search(`${query} ${context ?? ""}`)
          .slice(0, limit)
          .map(({ id }) => String(id)),
    };
  },
};
