import { Database } from "bun:sqlite";
import { isFunctionWord } from "../../../src/text/function-words.ts";
import { words } from "../../../src/text/words.ts";
import { type Engine, textOf } from "../engine.ts";

/** SQLite FTS5 with the porter stemmer, OR of the terms, bm25, and without function words. */
export const fts5: Engine = {
  name: "FTS5",
  index: (songs) => {
    const db = new Database(":memory:");
    db.run("CREATE VIRTUAL TABLE song USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')");
    const insert = db.prepare("INSERT INTO song (id, text) VALUES (?, ?)");
    db.transaction(() => {
      for (const song of songs) insert.run(song.id, textOf(song));
    })();
    const select = db.prepare<{ id: string }, [string, number]>(
      "SELECT id FROM song WHERE song MATCH ? ORDER BY bm25(song), id LIMIT ?",
    );
    return {
      search: (query, context, limit) => {
        const terms = [...new Set(words(`${query} ${context ?? ""}`))].filter((word) => !isFunctionWord(word));
        if (terms.length === 0) return [];
        return select.all(terms.map((word) => `"${word}"`).join(" OR "), limit).map(({ id }) => id);
      },
      close: () => db.close(),
    };
  },
};
