import type { HolderFields } from "../../../../schema/wire/dump-record.ts";
import { readDecimal } from "../facts/read-decimal.ts";

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

/**
 * Reads the writers or publishers of a cell, separated by semicolons or bars. A name can be followed by what is known of it in
 * brackets, in any order: `Ada Field (GEMA, 60 %, IPI 00123456789, CA); Bo Lund 40%`.
 */
export function readHolders(text: string): HolderFields[] {
  return (text.slice(0, CELL_LENGTH_MAX).match(HOLDER) ?? [])
    .flatMap((part) => part.split(/\s\/\s(?![^([]*[)\]])/))
    .map(readHolder)
    .filter(({ name }) => name !== "");
}

function readHolder(text: string): HolderFields {
  const details = Array.from(text.matchAll(DETAILS), ([, inner = ""]) => inner);
  const outside = text.replace(DETAILS, " ");
  const share = shareIn([...details, outside]);
  const ipi = [...details, outside].map((part) => IPI.exec(part)?.[1]).find((found) => found !== undefined);
  const words = details
    .flatMap((inner) => inner.split(/[,;/]/))
    .map((part) => part.replace(SHARE, " ").replace(IPI, " ").trim())
    .filter((part) => part !== "");
  const role = words.find((part) => ROLE.test(part));
  const society = words.find((part) => part !== role);
  return {
    name: outside
      .replace(SHARE, " ")
      .replace(IPI, " ")
      .replace(/\s+/g, " ")
      .replace(/^[\s,–-]+|[\s,–-]+$/g, ""),
    ...(role === undefined ? {} : { role }),
    ...(ipi === undefined ? {} : { ipi }),
    ...(society === undefined ? {} : { society }),
    ...(share === undefined ? {} : { share }),
  };
}

function shareIn(parts: readonly string[]): number | undefined {
  const text = parts.map((part) => SHARE.exec(part)?.[1]).find((found) => found !== undefined);
  return text === undefined ? undefined : readShare(text);
}

/** Reads percent, with or without the sign; undefined for anything else. */
export function readShare(text: string): number | undefined {
  const share = readDecimal(text.replace("%", "").trim());
  return share >= 0 && share <= 100 ? share : undefined;
}

/** Adds the values of columns beside the names (`writer_share`: "60;40"), which are in the order of the names. */
export function withColumns(
  holders: readonly HolderFields[],
  columns: { readonly ipi: readonly string[]; readonly society: readonly string[]; readonly share: readonly string[] },
): HolderFields[] {
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
