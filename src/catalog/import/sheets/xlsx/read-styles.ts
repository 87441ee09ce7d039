import { isDateFormat } from "./is-date-format.ts";
import type { XlsxLimits } from "./limits.ts";
import { readXml } from "./xml-reader.ts";
import { atMost, XlsxFault } from "./xlsx-fault.ts";
import type { ZipParts } from "./zip-parts.ts";

/** Whether a cell format shows numbers as dates, by the format's index. */
export type Styles = readonly boolean[];

/** Numbers of custom formats begin here. Lower numbers are built-in formats, which a file cannot redefine. */
const CUSTOM_FORMATS_FROM = 100;
/**
 * First and last numbers of the built-in formats for dates and times: for all languages, for Chinese, Japanese and
 * Korean, and for Thai (ECMA-376 part 1, 18.8.30).
 */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

/** Reads which cell formats show dates. Spreadsheets store a date as a number, and only its format shows that it is one. */
export async function readStyles(part: string, zip: ZipParts, limits: XlsxLimits): Promise<Styles> {
  if (!zip.has(part)) return [];
  const dateFormats = new Map<number, boolean>();
  const isDate = (format: number): boolean => dateFormats.get(format) ?? isBuiltInDate(format);
  const base: boolean[] = [];
  const styles: boolean[] = [];
  let list: "cellStyleXfs" | "cellXfs" | null = null;
  await readXml(
    part,
    zip,
    {
      open: (name, attributes) => {
        if (name === "cellStyleXfs" || name === "cellXfs") list = name;
        if (name === "numFmt") {
          const { numFmtId: id, formatCode: code = "" } = attributes;
          if (Number(id) >= CUSTOM_FORMATS_FROM) {
            dateFormats.set(Number(id), code.length <= limits.formatCharacters && isDateFormat(code));
          }
        }
        if (name === "xf") {
          const { numFmtId: id, xfId } = attributes;
          const shows = id === undefined ? (base[Number(xfId)] ?? false) : isDate(Number(id));
          if (list === "cellStyleXfs") base.push(shows);
          if (list === "cellXfs") styles.push(shows);
        }
        if (Math.max(styles.length, base.length, dateFormats.size) > limits.styles) {
          throw new XlsxFault(atMost(limits.styles, "cell formats"), "more");
        }
      },
      close: (name) => {
        if (name === list) list = null;
      },
    },
    limits,
  );
  return styles;
}

function isBuiltInDate(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}
