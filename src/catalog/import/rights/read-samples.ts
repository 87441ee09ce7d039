import { type Quote, QUOTES } from "../../../../schema/rights.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";
import { ABSENT, type FactReading, value, wrong } from "../facts/fact-reading.ts";
import { readTruth } from "../facts/read-scale.ts";

/** Longer cells are not read. */
const TEXT_LENGTH_MAX = 1_000;
/** Between the statements of a cell: "No samples; interpolates Rain". */
const BETWEEN =
  /[;,.:|()[\]\r\n]|\s[-–—]\s|\b(?:but|however|though|except|apart from|other than|only)\b|\band (?=(?:it )?(?:interpolate[sd]|contains|uses|has|quotes)\b)/i;
const SUBJECT = /^(?:it|(?:the|this) (?:song|track|recording|work)|this) /;
const NEGATED =
  /^(?:(?:contains|has|uses|there (?:are|is)) )?(?:no|not|none|nothing|without|neither|nor|free of|keine?|ohne|sans|aucune?|sin|ning[uú]na?|senza|nessuna?|sem|nenhuma?)(?!\p{L})/u;
/** "Does not have a publisher" says nothing about samples. */
const DENIED = /^(?:(?:does not|doesn['’]?t) (?:contain|use|have|include) .*(?:sampl|interpol)|samples? free$)/u;
/** "Samples: none" says the same as "none samples". Other words after a label can mean anything: "Samples: yes". */
const LABELLED =
  /(?<![^;,.|\r\n])\s*(samples?|interpolations?)(?:\s*:|\s[-–—])\s*(no|none|nothing|keine?)\s*(?=[;,.|\r\n]|$)/gi;
/** "No uncleared samples" says nothing about those that are cleared. */
const OF_CLEARANCE = /clear|licen[cs]|permission|approv/;
/** "Not known" and "no information" say nothing at all. */
const OF_KNOWLEDGE = /known|sure|certain|inform|\bidea|detail|\bdata\b|bekannt|sicher|connu|conocid|noto\b|conhecid/;
const WORDS: Readonly<Record<Quote, RegExp>> = { sample: /sampl/, interpolation: /interpol/ };
const EXPECTED = "none, sample or interpolation";

/** Reads what a song takes from others. "No" counts only if every statement of the cell negates. */
export function readSamples(text: string): FactReading<Quote[]> {
  const truth = readTruth(text);
  if (truth.kind === "absent") return ABSENT;
  if (truth.kind === "value") return value(truth.value ? ["sample"] : []);
  if (text.length > TEXT_LENGTH_MAX) return wrong(EXPECTED, text);
  const statements = toNormalForm(text, "NFC")
    .toLowerCase()
    .replace(LABELLED, "$2 $1")
    .split(BETWEEN)
    .map((statement) =>
      statement
        .replace(/[\s_-]+/g, " ")
        .trim()
        .replace(SUBJECT, ""),
    )
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement));
  const isNegated = (one: string): boolean => NEGATED.test(one) || DENIED.test(one);
  if (statements.some((one) => isNegated(one) && OF_KNOWLEDGE.test(one))) return wrong(EXPECTED, text.trim());
  const stated = statements.filter((one) => !isNegated(one) || OF_CLEARANCE.test(one));
  if (statements.length > 0 && stated.length === 0) return value([]);
  const found = QUOTES.filter((quote) => stated.some((one) => WORDS[quote].test(one)));
  return found.length > 0 ? value(found) : wrong(EXPECTED, text.trim());
}
