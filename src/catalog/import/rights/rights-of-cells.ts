import { AI_USES, type AiUse, CLEARANCES, type Clearance } from "../../../../schema/rights.ts";
import type { HolderFields, RightsFields } from "../../../../schema/wire/dump-record.ts";
import { ABSENT, type FactReading, quoted, value, wrong } from "../facts/fact-reading.ts";
import { readTruth } from "../facts/read-scale.ts";
import type { ExclusiveEnd } from "./read-exclusive-end.ts";
import { readHolderColumns, withColumns } from "./read-holders.ts";
import { readTerritoryColumns } from "./narrow-territories.ts";
import { readShare, splitCells, splitShares } from "./read-shares.ts";
import { readSamples } from "./read-samples.ts";
import type { RightsField } from "./rights-fields.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** The cells of a row. A cell that cannot be read is noted and left out. */
export interface RightsCells {
  read<Value>(field: RightsField, read: (text: string) => FactReading<Value>): Value | null;
  /** Reads the different texts of all columns of the field; null if all are missing. */
  readAll<Value>(field: RightsField, read: (texts: readonly string[]) => FactReading<Value>): Value | null;
}

/** What a row has beside its cells. */
export interface RightsOfRow {
  /** Writers and publishers from columns for parts of names; empty if there are none. */
  readonly writers: readonly HolderFields[];
  readonly publishers: readonly HolderFields[];
  /** Null if the row says nothing about an end. */
  readonly exclusiveEnd: ExclusiveEnd | null;
}

/** Reads the rights of a row as a line of a dump has them; null if it has none. */
export function rightsOfCells(cells: RightsCells, row: RightsOfRow): RightsFields | null {
  const text = (field: RightsField): string | null => cells.read(field, (given) => value(given.trim()));
  const rights = {
    writers: holdersOf("writer", cells, row.writers),
    publishers: holdersOf("publisher", cells, row.publishers),
    iswc: text("iswc"),
    master_owner: text("master_owner")?.replace(/^(?:℗|\(p\))?\s*(?:19|20)\d{2}\s+/i, "") ?? null,
    one_stop: cells.read("one_stop", readOneStop),
    clearance: cells.read("clearance", readClearance),
    territories: cells.readAll("territories", readTerritoryColumns),
    excluded_territories: cells.readAll("excluded_territories", value),
    excluded_uses: cells.readAll("excluded_uses", (texts) => value(texts.flatMap(splitList))),
    fee_class: text("fee_class"),
    samples: cells.read("samples", readSamples),
    ai: cells.read("ai", readAi),
    exclusive: cells.read("exclusive", readExclusive) ?? (row.exclusiveEnd === null ? null : true),
    exclusive_to: text("exclusive_to"),
    exclusive_until: row.exclusiveEnd?.lastSecond ?? null,
  };
  const given = Object.entries(rights).filter(
    ([name, one]) => one !== null && one !== "" && (!Array.isArray(one) || one.length > 0 || name === "samples"),
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Holders from columns for parts of names, or from a cell with all names. */
function holdersOf(of: "writer" | "publisher", cells: RightsCells, named: readonly HolderFields[]): HolderFields[] {
  const holders = named.length > 0 ? [...named] : (cells.readAll(`${of}s`, readHolderColumns) ?? []);
  const count = `${holders.length} ${of}${holders.length === 1 ? "" : "s"}`;
  const list = (part: "ipi" | "society" | "share"): readonly string[] =>
    cells.read(`${of}_${part}`, (text) => {
      const parts = part === "share" ? splitShares(text, holders.length) : splitCells(text);
      const unread = part === "share" ? parts.filter((one) => one !== "" && readShare(one) === undefined) : [];
      const isDecimal = part === "share" && parts.length > 1 && readShare(text) !== undefined;
      const use = holders.length === 0 ? "left out" : "they were used in order";
      const remarks = [
        ...(isDecimal ? [`${quoted(text)} was read as ${parts.length} shares, not as one with a decimal comma`] : []),
        ...unread.map((one) => `${quoted(one)} is no share in percent; left out`),
        ...(parts.length === holders.length
          ? []
          : [`${quoted(text)} has ${parts.length === 1 ? "1 value" : `${parts.length} values`} for ${count}; ${use}`]),
      ];
      return remarks.length === 0 ? value(parts) : { ...value(parts), remark: remarks.join("; ") };
    }) ?? [];
  return withColumns(holders, { ipi: list("ipi"), society: list("society"), share: list("share") });
}

function splitList(text: string): string[] {
  return text
    .split(/[;,|\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
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
  return toNormalForm(text, "NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}
