import { create, insertMultiple, search } from "@orama/orama";
import { isFunctionWord } from "../../../src/text/function-words.ts";
import { words } from "../../../src/text/words.ts";
import { type Engine, textOf } from "../engine.ts";

/** Orama with its own English stemmer and without function words. */
export const orama: Engine = {
  name: "Orama",
  index: async (songs) => {
    const db = create({
      schema: { text: "string" },
      components: { tokenizer: { language: "english", stemming: true } },
    });
    await insertMultiple(
      db,
      songs.map((song) => ({ id: song.id, text: textOf(song) })),
    );
    return {
      search: async (query, context, limit) => {
        const term = words(`${query} ${context ?? ""}`)
          .filter((word) => !isFunctionWord(word))
          .join(" ");
        const found = await search(db, { term, limit, threshold: 1 });
        return found.hits.map(({ id }) => id);
      },
    };
  },
};
