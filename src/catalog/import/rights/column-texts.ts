import { isMissing } from "../facts/fact-reading.ts";
import { loneNa } from "./lone-na.ts";

/** The texts of the columns of one field, and how they were read. */
export interface ColumnTexts {
  readonly texts: readonly string[];
  readonly remarks: readonly string[];
}

/** Returns the different texts of a row's columns for a field, without missing ones. `hasNa` says whether other cells are "NA". */
export function columnTexts(field: string, given: readonly string[], hasNa: () => boolean): ColumnTexts {
  const found = [...new Set(given)].map((text) => ({ text, na: loneNa(field, text, hasNa) }));
  return {
    texts: found.filter(({ text, na }) => !(na === null ? isMissing(text) : na.isMissing)).map(({ text }) => text),
    remarks: found.flatMap(({ na }) => na?.remark ?? []),
  };
}
