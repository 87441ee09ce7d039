import { NO_RIGHTS, type RightsHolder, type SongRights } from "../../../../schema/rights.ts";
import type { HolderFields, RightsFields } from "../../../../schema/wire/dump-record.ts";
import { readDate } from "../facts/read-date.ts";
import { hasMoreThanDate } from "../rights/read-exclusive-end.ts";
import { readIswc } from "../rights/read-iswc.ts";
import { describeShareFault } from "../rights/share-fault.ts";
import { bareText, firstOf, isShortEnough, shortText } from "./check-text.ts";
import { RecordFault, type RecordContext } from "./checked-record.ts";
import { checkTerritories } from "./check-territories.ts";
import { FIELD_LIMITS } from "./field-limits.ts";

/** Larger values are in milliseconds, as for `released_at`. */
const SECONDS_MAX = 1e11;
/** Shares that were written as fractions of 1 instead of percent. */
const FRACTIONS_OFF_MAX = 0.001;

/** Normalizes the rights of a line. Null if nothing is on file. Shares that do not add up are kept as they are, and noted. */
export function checkRights(given: RightsFields | undefined, context: RecordContext): SongRights | null {
  if (given === undefined) return null;
  const text = (field: "master_owner" | "fee_class" | "exclusive_to"): string | null =>
    shortText(given[field] ?? "", `rights.${field}`, FIELD_LIMITS.name, context) || null;
  const holders = {
    writers: checkHolders(given.writers ?? [], "rights.writers", context),
    publishers: checkHolders(given.publishers ?? [], "rights.publishers", context),
  };
  const rights: SongRights = {
    ...inPercent(holders, context),
    iswc: checkIswc(given.iswc ?? "", context),
    masterOwner: text("master_owner"),
    oneStop: given.one_stop ?? null,
    clearance: given.clearance ?? null,
    ...checkTerritories(given, context),
    excludedUses: checkUses(given.excluded_uses ?? [], context),
    feeClass: text("fee_class"),
    samples: given.samples === undefined ? null : [...new Set(given.samples)].toSorted(),
    ai: given.ai ?? null,
    exclusive: given.exclusive ?? (isNamed(given) ? true : null),
    exclusiveTo: text("exclusive_to"),
    exclusiveUntil: checkUntil(given.exclusive_until),
  };
  const fault = describeShareFault(rights);
  if (fault !== null) context.note("rights", fault, "shares of writers or publishers that do not add up to 100 %");
  return JSON.stringify(rights) === JSON.stringify(NO_RIGHTS) ? null : rights;
}

/** A song is exclusive if the catalog names to whom, or until when. */
function isNamed({ exclusive_to, exclusive_until }: RightsFields): boolean {
  return (exclusive_to ?? "").trim() !== "" || (exclusive_until ?? "") !== "";
}

function checkHolders(given: readonly HolderFields[], field: string, context: RecordContext): readonly RightsHolder[] {
  const first = firstOf(given, field, FIELD_LIMITS.elements, context);
  return first.flatMap((holder, at): RightsHolder | [] => {
    const one = `${field}[${at}]`;
    const short = (name: "name" | "role" | "society"): string =>
      shortText(holder[name] ?? "", `${one}.${name}`, FIELD_LIMITS.name, context);
    const name = short("name");
    if (name === "") throw new RecordFault(`${one}.name`, "expected text, got an empty one");
    return {
      name,
      role: short("role"),
      ipi: checkIpi(holder.ipi ?? "", `${one}.ipi`, context),
      society: short("society"),
      share: holder.share ?? null,
    };
  });
}

/** Some catalogs write 0.5 for 50 %. As percent, shares can add up for writers and publishers together. */
function inPercent(
  { writers, publishers }: Pick<SongRights, "writers" | "publishers">,
  context: RecordContext,
): Pick<SongRights, "writers" | "publishers"> {
  const isTogether = areFractions([...writers, ...publishers]);
  const corrected = (holders: readonly RightsHolder[], field: string): readonly RightsHolder[] => {
    if (holders.length === 0 || !(isTogether || areFractions(holders))) return holders;
    context.warn(`${field} with shares as fractions of 1; corrected to percent`);
    return holders.map((holder) => ({ ...holder, share: Math.round((holder.share ?? 0) * 10_000) / 100 }));
  };
  return {
    writers: corrected(writers, "rights.writers"),
    publishers: corrected(publishers, "rights.publishers"),
  };
}

function areFractions(holders: readonly RightsHolder[]): boolean {
  const sum = holders.reduce((total, { share }) => total + (share ?? Number.NaN), 0);
  return Math.round(Math.abs(sum - 1) * 10_000) / 10_000 <= FRACTIONS_OFF_MAX;
}

/** An IPI name number has 11 digits, of which the leading ones are 0 and often missing. */
function checkIpi(given: string, field: string, context: RecordContext): string {
  const digits = bareText(given, field).replace(/[\s.-]/g, "");
  if (digits === "") return "";
  if (/^\d{5,11}$/.test(digits) && Number(digits) > 0) return digits.padStart(11, "0");
  const reason = `expected an IPI number of at most 11 digits, got ${JSON.stringify(given.slice(0, 40))}; left out`;
  context.note(field, reason, "an IPI number that is wrong; left out");
  return "";
}

function checkIswc(given: string, context: RecordContext): string | null {
  const reading = readIswc(bareText(given, "rights.iswc"));
  if (reading.kind === "wrong")
    context.note("rights.iswc", `${reading.reason}; left out`, "an ISWC that is wrong; left out");
  return reading.kind === "value" ? reading.value : null;
}

function checkUses(given: readonly string[], context: RecordContext): readonly string[] {
  const uses = given.map((use) => bareText(use, "rights.excluded_uses")).filter((use) => use !== "");
  const short = uses.filter((use) => isShortEnough(use, "rights.excluded_uses", FIELD_LIMITS.name, context));
  return firstOf([...new Set(short)], "rights.excluded_uses", FIELD_LIMITS.elements, context);
}

/** The last second of the day, month or year that is given as a date. */
function checkUntil(given: number | string | undefined): number | null {
  if (given === undefined || given === "") return null;
  if (typeof given === "number") return Math.floor(Math.abs(given) >= SECONDS_MAX ? given / 1_000 : given);
  const reading = readDate(given);
  if (reading.kind === "value" && !hasMoreThanDate(given)) return reading.value.lastSecond;
  throw new RecordFault("rights.exclusive_until", `expected a date such as 2027-01-31, got ${JSON.stringify(given)}`);
}
