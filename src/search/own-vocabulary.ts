import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { OwnTerm } from "../../schema/wire/vocabulary.ts";
import { tagKey, wordKey } from "../text/keys.ts";
import { type Vocabulary, vocabulary, vocabularyWith } from "../brief/vocabulary.ts";
import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import { nearest } from "../lib/nearest.ts";

/** In the data folder, written by the operator and never by us. */
export const VOCABULARY_FILE = "vocabulary.jsonl";

const FILE_BYTES_MAX = 1024 * 1024;
const LINES_MAX = 10_000;
const LINE_LENGTH_MAX = 4096;
const TERM_WORDS_MAX = 5;
const SHOWN_LENGTH = 80;

/** What is wrong with a line (from 1), or with the file (0). A `hint` leaves the term in use. */
export interface VocabularyFault {
  readonly line: number;
  readonly severity: "error" | "hint";
  readonly message: string;
}

export interface OwnVocabulary {
  readonly terms: readonly OwnTerm[];
  readonly faults: readonly VocabularyFault[];
}

/** The vocabulary that searches understand; lines that cannot be used are logged, each with its number. */
export function openOwnVocabulary(dataDir: string, log: Log): Vocabulary {
  const own = readOwnVocabulary(dataDir);
  if (own === null) return vocabulary();
  for (const { line, severity, message } of own.faults)
    log.warn({ file: VOCABULARY_FILE, line, severity }, `own vocabulary: ${message}`);
  log.info({ file: VOCABULARY_FILE, terms: own.terms.length }, "own vocabulary read");
  return vocabularyWith(own.terms);
}

/** Null where there is no such file. One that cannot be read is a fault, not an error: searches go on without it. */
export function readOwnVocabulary(dataDir: string): OwnVocabulary | null {
  const path = join(dataDir, VOCABULARY_FILE);
  const broken = (message: string): OwnVocabulary => ({ terms: [], faults: [{ line: 0, severity: "error", message }] });
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isFile()) return broken("expected a file, got something else of this name");
    if (stat.size > FILE_BYTES_MAX) return broken(`expected ${FILE_BYTES_MAX} bytes at most, got ${stat.size}`);
    return parseOwnVocabulary(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    return broken(`expected a file of UTF-8 that this user may read: ${messageOf(error)}`);
  }
}

/** Reads the text of such a file: what can be used, and what is wrong with the rest. */
export function parseOwnVocabulary(text: string): OwnVocabulary {
  const terms: OwnTerm[] = [];
  const lineOf = new Map<string, number>();
  const faults: VocabularyFault[] = [];
  const lines = text.split(/\r?\n/);
  lines.slice(0, LINES_MAX).forEach((written, at) => {
    if (written.trim() === "") return;
    const line = at + 1;
    const read = readLine(written);
    if (typeof read === "string") return void faults.push({ line, severity: "error", message: read });
    const key = wordKey(read.term);
    const before = lineOf.get(key);
    if (before !== undefined) {
      const message = `expected each term once, got "${read.term}" again; line ${before} has it and is used`;
      return void faults.push({ line, severity: "error", message });
    }
    lineOf.set(key, line);
    terms.push(read);
  });
  const rest = lines.slice(LINES_MAX).findIndex((line) => line.trim() !== "");
  if (rest >= 0)
    faults.push({
      line: LINES_MAX + 1,
      severity: "error",
      message: `expected ${LINES_MAX} lines at most; the rest is not read`,
    });
  return { terms, faults: [...faults, ...strangeNames(terms, lineOf)] };
}

/** A term, or what was expected and what came. */
function readLine(written: string): OwnTerm | string {
  if (written.length > LINE_LENGTH_MAX) return `expected ${LINE_LENGTH_MAX} characters at most, got ${written.length}`;
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return `expected a JSON object, got ${shown(written)}`;
  }
  if (!Value.Check(OwnTerm, value)) {
    const wrong = Value.Errors(OwnTerm, value).First();
    const place = wrong === undefined || wrong.path === "" ? "" : ` at ${wrong.path}`;
    return `${wrong?.message ?? "expected a term"}${place}, got ${shown(JSON.stringify(wrong?.value ?? value))}`;
  }
  const bad = [value.term, ...(value.aliases ?? [])].find((phrase) => !isPhrase(phrase));
  if (bad !== undefined) return `expected one to ${TERM_WORDS_MAX} words with a letter or digit, got ${shown(bad)}`;
  return value;
}

function isPhrase(phrase: string): boolean {
  return wordKey(phrase) !== "" && phrase.trim().split(/[\s-]+/).length <= TERM_WORDS_MAX;
}

/** Names that neither we nor the file know are looked for among the catalog's tags: that may be meant, or a slip. */
function strangeNames(terms: readonly OwnTerm[], lineOf: ReadonlyMap<string, number>): VocabularyFault[] {
  const known = vocabularyWith(terms);
  return terms.flatMap(({ term, means, not }) =>
    Object.keys({ ...means, ...not })
      .filter((name) => known.meaning(wordKey(name), tagKey(name)) === undefined)
      .map((name): VocabularyFault => {
        const near =
          known.spelling().correction(wordKey(name)) ??
          nearest(
            name,
            terms.map((own) => own.term),
          );
        const ask = near === null ? "" : `; did you mean "${near}"?`;
        const message = `"${name}" is no word of the vocabulary, and is looked for as a tag${ask}`;
        return { line: lineOf.get(wordKey(term)) ?? 0, severity: "hint", message };
      }),
  );
}

function shown(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
