import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { OwnTerm } from "../../schema/wire/vocabulary.ts";
import { tagKey, wordKey } from "../text/keys.ts";
import { type Vocabulary, vocabulary, vocabularyWith } from "../brief/vocabulary.ts";
import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import { nearest } from "../lib/nearest.ts";

/** Name of the file in the data folder. Only the operator writes it. */
export const VOCABULARY_FILE = "vocabulary.jsonl";

const FILE_BYTES_MAX = 1024 * 1024;
const LINES_MAX = 10_000;
const LINE_LENGTH_MAX = 4096;
const TERM_WORDS_MAX = 5;
const SHOWN_LENGTH = 80;

/** A mistake in a line (from 1), or in the file (0). A term with a `hint` is used anyway. */
export interface VocabularyFault {
  readonly line: number;
  readonly severity: "error" | "hint";
  readonly message: string;
}

export interface OwnVocabulary {
  readonly terms: readonly OwnTerm[];
  readonly faults: readonly VocabularyFault[];
}

/** Builds the vocabulary of searches from the built-in terms and the file. Logs the mistakes of the file. */
export function openOwnVocabulary(dataDir: string, log: Log): Vocabulary {
  const own = readOwnVocabulary(dataDir);
  if (own === null) return vocabulary();
  for (const { line, severity, message } of own.faults)
    log.warn({ file: VOCABULARY_FILE, line, severity }, `own vocabulary: ${message}`);
  log.info({ file: VOCABULARY_FILE, terms: own.terms.length }, "own vocabulary read");
  return vocabularyWith(own.terms);
}

/** Reads the file; null if it is missing. An unreadable file is a fault, not an error: searches continue without it. */
export function readOwnVocabulary(dataDir: string): OwnVocabulary | null {
  const path = join(dataDir, VOCABULARY_FILE);
  const broken = (message: string): OwnVocabulary => ({ terms: [], faults: [{ line: 0, severity: "error", message }] });
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isFile()) return broken("expected a file, got something else with this name");
    if (stat.size > FILE_BYTES_MAX) return broken(`expected at most ${FILE_BYTES_MAX} bytes, got ${stat.size}`);
    return parseOwnVocabulary(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    return broken(`expected a UTF-8 file that this user can read: ${messageOf(error)}`);
  }
}

/** Parses the text of the file. Returns the valid terms and the mistakes. */
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
      message: `expected at most ${LINES_MAX} lines; the rest is not read`,
    });
  return { terms, faults: [...faults, ...unknownNames(terms, lineOf)] };
}

/** Parses one line. Returns a term, or what was expected and what was found. */
function readLine(written: string): OwnTerm | string {
  if (written.length > LINE_LENGTH_MAX) return `expected at most ${LINE_LENGTH_MAX} characters, got ${written.length}`;
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

/** Hints at unknown names: they are searched as tags of the catalog, which can be intended or a typing error. */
function unknownNames(terms: readonly OwnTerm[], lineOf: ReadonlyMap<string, number>): VocabularyFault[] {
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
        const message = `"${name}" is not in the vocabulary, so it is searched as a tag${ask}`;
        return { line: lineOf.get(wordKey(term)) ?? 0, severity: "hint", message };
      }),
  );
}

function shown(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
