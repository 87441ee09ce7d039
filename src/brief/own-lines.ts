import type { Kin } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import type { OwnTerm } from "../../schema/wire/vocabulary.ts";
import { wordKey } from "../text/keys.ts";
import type { ConceptLine } from "./vocabulary-lines.ts";

const FACET: Facet = "characteristic";

/**
 * Returns the built-in lines together with the operator's terms. A term with the name of a line extends the line and
 * replaces its weights; weight 0 removes an entry.
 */
export function withOwnTerms(lines: readonly ConceptLine[], own: readonly OwnTerm[]): ConceptLine[] {
  const byKey = new Map(own.map((term) => [wordKey(term.term), term]));
  const known = new Set(lines.map(({ name }) => wordKey(name)));
  return [
    ...lines.map((line) => {
      const term = byKey.get(wordKey(line.name));
      return term === undefined ? line : extended(line, term);
    }),
    ...own.filter(({ term }) => !known.has(wordKey(term))).map(lineOf),
  ];
}

function lineOf(term: OwnTerm): ConceptLine {
  const empty = { facet: FACET, name: term.term, phrases: [], kin: [], family: null, contraries: [] };
  return extended(empty, term);
}

function extended(line: ConceptLine, { aliases, facet, means, not }: OwnTerm): ConceptLine {
  return {
    ...line,
    facet: facet ?? line.facet,
    phrases: [...line.phrases, ...(aliases ?? []).filter((alias) => !line.phrases.includes(alias))],
    kin: overridden(line.kin, means),
    contraries: overridden(line.contraries, not),
  };
}

function overridden(known: readonly Kin[], given: Readonly<Record<string, number>> = {}): Kin[] {
  const own = Object.entries(given).map(([name, weight]): Kin => ({ name, weight }));
  return [...own, ...known.filter(({ name }) => !Object.hasOwn(given, name))].filter(({ weight }) => weight > 0);
}
