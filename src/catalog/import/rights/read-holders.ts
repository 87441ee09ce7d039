import type { HolderFields } from "../../../../schema/wire/dump-record.ts";
import { type FactReading, remarked, value } from "../facts/fact-reading.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";
import { readShare } from "./read-shares.ts";

/** Characters of a cell that are read. No song has so many holders. */
const CELL_LENGTH_MAX = 20_000;
const SHARE = /(\d{1,3}(?:[.,]\d+)?)\s*%/;
const IPI = /(?:\b(?:ipi|cae)\b[\s:#/.]*)*(?<!\d)(\d{9,11})(?!\d)/i;
/** Roles of CISAC's and DDEX's lists, and in words. */
const ROLE =
  /^(?:ca|ac|c|a|ar|ad|sa|sr|tr|e|am|se|composer(?:lyricist)?|lyricist|author|arranger|adapter|translator|original publisher|sub-?publisher|administrator)$/i;
/** Holders of a cell. Semicolons in brackets do not separate them. */
const HOLDER = /(?:\([^()]*\)|\[[^[\]]*\]|[^;|\r\n])+/g;
const DETAILS = /[([]([^()[\]]*)[)\]]/g;

/** Numbers without a percent sign: a share or a number of something else. */
const UNCLEAR = /^(?=.*\d)[\d.,/\s%]+$/;

/**
 * Reads the writers or publishers of a cell, separated by semicolons or bars. A name can be followed by what is known of it in
 * brackets, in any order: `Ada Field (GEMA, 60 %, IPI 00123456789, CA); Bo Lund 40%`.
 */
export function readHolders(text: string): HolderFields[] {
  return holdersIn(text).map(({ holder }) => holder);
}

/** Reads the holders of the columns of a row, with a remark about shares that are not certain. */
export function readHolderColumns(texts: readonly string[]): FactReading<HolderFields[]> {
  const found = texts.flatMap(holdersIn);
  const all = found.map(({ holder }) => holder);
  const holders = texts.length > 1 ? uniqueHolders(all) : all;
  const unread = found.flatMap((one) => one.unread);
  return unread.length === 0
    ? value(holders)
    : remarked(holders, unread.join("; "), "is no share in percent; left out");
}

/** Two columns can name the same holder, as composer and as lyricist. Holders that differ in a detail are kept. */
function uniqueHolders(all: readonly HolderFields[]): HolderFields[] {
  const found: HolderFields[] = [];
  for (const holder of all) {
    const at = found.findIndex((one) => isSame(one, holder));
    const same = found[at];
    if (same === undefined) found.push(holder);
    else found[at] = merged(same, holder);
  }
  return found;
}

function isSame(one: HolderFields, other: HolderFields): boolean {
  return (
    plainName(one.name) === plainName(other.name) &&
    (["ipi", "society", "share"] as const).every(
      (detail) => one[detail] === undefined || other[detail] === undefined || one[detail] === other[detail],
    )
  );
}

function plainName(name: string): string {
  return toNormalForm(name, "NFC").toLowerCase();
}

function merged(one: HolderFields, other: HolderFields): HolderFields {
  const roles = new Set([one.role, other.role].flatMap((role) => role?.split("/") ?? []));
  return { ...other, ...one, ...(roles.size === 0 ? {} : { role: [...roles].join("/") }) };
}

interface FoundHolder {
  readonly holder: HolderFields;
  /** Numbers that cannot be read as shares. */
  readonly unread: readonly string[];
}

function holdersIn(text: string): FoundHolder[] {
  return (text.slice(0, CELL_LENGTH_MAX).match(HOLDER) ?? [])
    .flatMap((part) => part.split(/\s\/\s(?![^([]*[)\]])/))
    .map(readHolder)
    .filter(({ holder }) => holder.name !== "");
}

function readHolder(text: string): FoundHolder {
  const details = Array.from(text.matchAll(DETAILS), ([, inner = ""]) => inner);
  const outside = text.replace(DETAILS, " ");
  const ipi = [...details, outside].map((part) => IPI.exec(part)?.[1]).find((found) => found !== undefined);
  const percents = [...details, outside].flatMap((part) => SHARE.exec(part)?.[1] ?? []);
  const words = details
    .flatMap((inner) => inner.split(/[,;]/))
    .map((part) => part.replace(SHARE, " ").replace(IPI, " ").trim())
    .flatMap((part) => (isRole(part) || UNCLEAR.test(part) ? part : part.split("/")))
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const roles = words.filter(isRole);
  const numbers = words.filter((part) => UNCLEAR.test(part));
  const fraction = numbers.find((part) => part.includes("/") && readShare(part) !== undefined);
  const given = percents[0] ?? fraction;
  const share = given === undefined ? undefined : readShare(given);
  const society = words.find((part) => !isRole(part) && !UNCLEAR.test(part));
  const holder = {
    name: outside
      .replace(SHARE, " ")
      .replace(IPI, " ")
      .replace(/\s+/g, " ")
      .replace(/^[\s,–-]+|[\s,–-]+$/g, ""),
    ...(roles.length === 0 ? {} : { role: roles.join("/") }),
    ...(ipi === undefined ? {} : { ipi }),
    ...(society === undefined ? {} : { society }),
    ...(share === undefined ? {} : { share }),
  };
  const unread = [...percents.slice(0, 1), ...numbers].filter((part) => part !== given || share === undefined);
  return { holder, unread };
}

/** "CA", and several roles: "C/A". */
function isRole(text: string): boolean {
  return text.split("/").every((part) => ROLE.test(part.trim()));
}

/** The columns beside the names (`writer_share`: "60;40"), which are in the order of the names. */
export interface HolderColumns {
  readonly ipi: readonly string[];
  readonly society: readonly string[];
  readonly share: readonly string[];
}

export function withColumns(holders: readonly HolderFields[], columns: HolderColumns): HolderFields[] {
  return holders.map((holder, at) => {
    const ipi = columns.ipi[at] ?? "";
    const society = columns.society[at] ?? "";
    const share = readShare(columns.share[at] ?? "");
    return {
      ...holder,
      ...(ipi === "" ? {} : { ipi }),
      ...(society === "" ? {} : { society }),
      ...(share === undefined ? {} : { share }),
    };
  });
}
