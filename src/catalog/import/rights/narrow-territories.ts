import { WORLDWIDE } from "../../../../schema/rights.ts";
import { type FactReading, quoted, value } from "../facts/fact-reading.ts";
import { exclusionsIn, readTerritories, type Territories } from "./read-territories.ts";

/** A part of a column that allows nothing: "no US". Exclusions such as "not US" are read elsewhere. */
const REFUSAL = /^(?:no|non|nicht|kein[es]?|pas|sans|sin|senza|sem|não|nao)\s/iu;

interface Column {
  readonly text: string;
  /** The part of the text that excludes; empty if there is none. */
  readonly exclusions: string;
  readonly isPlain: boolean;
  readonly included: Territories;
  readonly excluded: readonly string[];
  readonly meaning: string;
}

/**
 * Reads the columns of a row that say where a song can be licensed. Plain lists are joined, unless one has only some of the countries
 * of another. Such lists, and columns that are about the world or exclude countries, can contradict each other: the one that allows
 * the least counts, without what any column excludes.
 */
export function readTerritoryColumns(texts: readonly string[]): FactReading<readonly string[]> {
  const columns = texts.map(readColumn);
  const lists = columns.filter(({ isPlain }) => isPlain);
  const plain = lists.filter((column) => !lists.some((other) => isNarrower(other, column)));
  if (columns.length < 2 || plain.length === columns.length) return value(texts);
  if (new Set(columns.map(({ meaning }) => meaning)).size === 1) return value(texts.slice(0, 1));
  const excluded = new Set(columns.flatMap((column) => column.excluded));
  const candidates = [plain, ...columns.filter(({ isPlain }) => !isPlain).map((column) => [column])]
    .filter((some) => some.some(({ included }) => included.codes.length + included.unread.length > 0))
    .toSorted((a, b) => countOf(a, excluded) - countOf(b, excluded));
  const narrowest = candidates[0] ?? [];
  const used = narrowest.map(({ text }) => text);
  const others = columns.filter((column) => !narrowest.includes(column)).map(({ exclusions }) => exclusions);
  const remark = `several columns differ: ${texts.map(quoted).join(", ")}; what allows less was used`;
  return { kind: "value", value: [...used, ...others.filter((text) => text !== "")], remark };
}

function readColumn(text: string): Column {
  const { without, ...included } = readTerritories([text]);
  const exclusions = exclusionsIn(text);
  const isRefusal = included.unread.some((part) => REFUSAL.test(part));
  const meaning = [included.codes, included.unread, without.codes, without.unread].map((some) => some.toSorted());
  return {
    text,
    exclusions,
    isPlain: exclusions === "" && !isRefusal && !included.codes.includes(WORLDWIDE),
    included,
    excluded: without.codes,
    meaning: JSON.stringify(meaning),
  };
}

/** Whether a column has some of the countries of another, and no others. */
function isNarrower({ included }: Column, than: Column): boolean {
  const [codes, others] = [new Set(included.codes), new Set(than.included.codes)];
  return codes.size > 0 && codes.size < others.size && codes.isSubsetOf(others);
}

/** How many countries columns allow. */
function countOf(columns: readonly Column[], excluded: ReadonlySet<string>): number {
  const codes = new Set(columns.flatMap(({ included }) => included.codes)).difference(excluded);
  return codes.has(WORLDWIDE) ? Number.POSITIVE_INFINITY : codes.size;
}
