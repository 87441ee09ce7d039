import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Engine, SqlText, Statements } from "./work.ts";

/** What the engines write differently in statements that are text. */
const WORDS = {
  sqlite: {
    /** The items of a JSON array of texts, as rows of one column. */
    values: (parameter: string) => `SELECT value FROM json_each(${parameter})`,
    /** The items of a JSON array, as a table `w` with the column `value`. */
    texts: (parameter: string) => `json_each(${parameter}) w`,
    items: (parameter: string) => `json_each(${parameter}) w`,
    /** Looks up rows for each row of the table before. CROSS keeps SQLite from the other order. */
    lookUp: "CROSS JOIN",
    parameter: (number: number) => `?${number}`,
    indexedBy: (index: string) => `INDEXED BY ${index}`,
    /** Locks the rows until the end of the transaction, and passes those that another one has locked. */
    skipLocked: "",
  },
  postgres: {
    values: (parameter: string) => `SELECT json_array_elements_text(${parameter}::json)`,
    texts: (parameter: string) => `json_array_elements_text(${parameter}::json) w(value)`,
    items: (parameter: string) => `json_array_elements(${parameter}::json) w(value)`,
    lookUp: "JOIN",
    parameter: (number: number) => `$${number}`,
    indexedBy: () => "",
    skipLocked: "FOR UPDATE SKIP LOCKED",
  },
} as const;

type Words = (typeof WORDS)[Engine];

/** Returns a statement in the words of each engine. */
export function textsOf(write: (words: Words) => string): Exclude<SqlText, string> {
  return { sqlite: write(WORDS.sqlite), postgres: write(WORDS.postgres) };
}

/** Whether a text contains another one, in the same case. */
export function contains({ engine }: Statements, text: SQLWrapper, part: string): SQL {
  return engine === "sqlite" ? sql`instr(${text}, ${part}) > 0` : sql`strpos(${text}, ${part}) > 0`;
}

/** A column that SQLite shall not look up in an index: the list is in the order of another one. */
export function unindexed({ engine }: Statements, column: SQLWrapper): SQL {
  return engine === "sqlite" ? sql`+${column}` : sql`${column}`;
}

/** The items of a list, as a subquery with one parameter however long it is. */
export function itemsOf({ engine }: Statements, texts: readonly string[]): SQL {
  const json = JSON.stringify(texts);
  return engine === "sqlite"
    ? sql`(select value from json_each(${json}))`
    : sql`(select json_array_elements_text(${json}::json))`;
}

export function lesserOf({ engine }: Statements, one: SQLWrapper, other: number): SQL<number> {
  return engine === "sqlite" ? sql`min(${one}, ${other})` : sql`least(${one}, ${other})`;
}

export function greaterOf({ engine }: Statements, one: SQLWrapper, other: number): SQL<number> {
  return engine === "sqlite" ? sql`max(${one}, ${other})` : sql`greatest(${one}, ${other})`;
}
