import { AI_USES, type AiUse, CLEARANCES, type Clearance, type Quote } from "../../../../schema/rights.ts";
import type { HolderFields, RightsFields } from "../../../../schema/wire/dump-record.ts";
import { ABSENT, type FactReading, value, wrong } from "../facts/fact-reading.ts";
import { readTruth } from "../facts/read-scale.ts";
import { readHolders, withColumns } from "./read-holders.ts";
import type { RightsField } from "./rights-fields.ts";

/** The cells of a row. A cell that cannot be read is noted and left out. */
export interface RightsCells {
  read<Value>(field: RightsField, read: (text: string) => FactReading<Value>): Value | null;
}

/** What a row has beside its cells. */
export interface RightsOfRow {
  /** Writers and publishers from columns for parts of names; empty if there are none. */
  readonly writers: readonly HolderFields[];
  readonly publishers: readonly HolderFields[];
  /** Seconds; the start of the day. */
  readonly exclusiveUntil: number | null;
}

const LAST_SECOND = 86_399;
/** Characters of a cell with territories that are read. */
const CELL_LENGTH_MAX = 5_000;

/** Reads the rights of a row as a line of a dump has them; null if it has none. */
export function rightsOfCells(cells: RightsCells, row: RightsOfRow): RightsFields | null {
  const list = (field: RightsField): string[] => cells.read(field, (text) => value(splitList(text))) ?? [];
  const text = (field: RightsField): string | null => cells.read(field, (given) => value(given.trim()));
  const included = territoriesIn(text("territories") ?? "");
  const excluded = [...splitList(text("excluded_territories") ?? ""), ...included.without];
  const rights = {
    writers: holdersOf("writer", cells, row.writers),
    publishers: holdersOf("publisher", cells, row.publishers),
    iswc: text("iswc"),
    master_owner: text("master_owner")?.replace(/^(?:℗|\(p\))?\s*(?:19|20)\d{2}\s+/i, "") ?? null,
    one_stop: cells.read("one_stop", readOneStop),
    clearance: cells.read("clearance", readClearance),
    territories: included.codes,
    excluded_territories: excluded,
    excluded_uses: list("excluded_uses"),
    fee_class: text("fee_class"),
    samples: cells.read("samples", readSamples),
    ai: cells.read("ai", readAi),
    exclusive: cells.read("exclusive", readExclusive),
    exclusive_to: text("exclusive_to"),
    exclusive_until: row.exclusiveUntil === null ? null : row.exclusiveUntil + LAST_SECOND,
  };
  const given = Object.entries(rights).filter(
    ([name, one]) => one !== null && one !== "" && (!Array.isArray(one) || one.length > 0 || name === "samples"),
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Holders from columns for parts of names, or from a cell with all names. */
function holdersOf(of: "writer" | "publisher", cells: RightsCells, named: readonly HolderFields[]): HolderFields[] {
  const list = (field: RightsField): string[] =>
    cells.read(field, (text) => value(text.split(/[;|\r\n]/).map((part) => part.trim()))) ?? [];
  const holders = named.length > 0 ? [...named] : (cells.read(`${of}s`, (text) => value(readHolders(text))) ?? []);
  return withColumns(holders, { ipi: list(`${of}_ipi`), society: list(`${of}_society`), share: list(`${of}_share`) });
}

function splitList(text: string): string[] {
  return text
    .split(/[;,|\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const WITHOUT =
  /[\s,;]*(?<![\p{L}])[([]?(?:ex\.?|excl\.?|excluding|except(?: for)?|minus|without|ausser|außer|ohne|sauf|hors|excepto|salvo|eccetto|tranne|exceto)(?![\p{L}])[\s.:]*/iu;

/** Reads "World excluding US, JP". */
function territoriesIn(text: string): { readonly codes: readonly string[]; readonly without: readonly string[] } {
  const [included = "", ...rest] = text.slice(0, CELL_LENGTH_MAX).split(WITHOUT);
  const without = rest.flatMap((part) => splitList(part.replace(/[)\]]\s*$/, "").replaceAll(/\band\b/gi, ",")));
  return { codes: splitList(included), without };
}

function readOneStop(text: string): FactReading<boolean> {
  return /^one[- ]?stop$/i.test(text.trim()) ? value(true) : readTruth(text);
}

const PRE_CLEARED =
  /^(?:pre[- ]?(?:cleared|approved)|cleared|vorab (?:lizenziert|geklärt)|pré-?autorisée?|preautorizad[oa])$/;
const ON_REQUEST =
  /^(?:(?:on|by|upon) request|request|case by case|ask|auf anfrage|sur demande|a petici[oó]n|su richiesta|sob consulta)$/;

function readClearance(text: string): FactReading<Clearance> {
  const bare = plain(text);
  if (PRE_CLEARED.test(bare)) return value("pre_cleared");
  if (ON_REQUEST.test(bare)) return value("on_request");
  const truth = readTruth(text);
  if (truth.kind === "value") return value(truth.value ? "pre_cleared" : "on_request");
  return truth.kind === "absent" ? ABSENT : wrong(`one of ${CLEARANCES.join(", ")}`, text.trim());
}

function readSamples(text: string): FactReading<Quote[]> {
  const bare = plain(text);
  const found = (["interpolation", "sample"] as const).filter((quote) => bare.includes(quote));
  if (/^(?:none|no\b.*)$/.test(bare)) return value([]);
  if (found.length > 0) return value([...found]);
  const truth = readTruth(text);
  if (truth.kind === "value") return value(truth.value ? ["sample"] : []);
  return truth.kind === "absent" ? ABSENT : wrong("none, sample or interpolation", text.trim());
}

const AI: Readonly<Record<AiUse, RegExp>> = {
  human: /^(?:human|no|none|false|0|no ai|human made|human created|without ai|not generated by ai|nein|non|não|nao)$/,
  with_ai:
    /^(?:with ai|assisted|ai assisted|partial|partially|partly|mixed|hybrid|partially generated by ai|partly generated by ai)$/,
  by_ai:
    /^(?:by ai|ai|full|fully|ai generated|generated|generated by ai|fully generated by ai|entirely generated by ai)$/,
};

/** A plain "yes" does not say how much AI made. */
function readAi(text: string): FactReading<AiUse> {
  const bare = plain(text.replace(/(?<=[a-z])(?=[A-Z])/g, " "));
  const found = AI_USES.find((use) => AI[use].test(bare));
  return found === undefined ? wrong(`one of ${AI_USES.join(", ")}`, text.trim()) : value(found);
}

function readExclusive(text: string): FactReading<boolean> {
  const bare = plain(text);
  if (/^(?:non|not|nicht) ?(?:exclusive|exklusiv)/.test(bare)) return value(false);
  return /^(?:exclusive|exklusiv|exclusif|exclusivo|esclusivo)$/.test(bare) ? value(true) : readTruth(text);
}

/** Lower case, with single spaces for spaces, hyphens and underscores. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}
