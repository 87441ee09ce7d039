/** Characters between groups of thousands: spaces (also narrow and fixed ones) and apostrophes. */
const GROUP_SPACES = /(?<=\d)[\s\u00A0\u202F'’](?=\d{3}(?:\D|$))/g;

/**
 * Reads a number with a decimal point or comma and with or without thousands separators: "1,234.5", "1.234,5",
 * "1 234", "92,5". NaN for any other text. A single comma or point is a decimal one; see `hasThousands` for
 * "185,000", which can be both.
 */
export function readDecimal(text: string): number {
  const bare = text.trim().replace(GROUP_SPACES, "");
  if (/^[+-]?\d+$/.test(bare)) return Number(bare);
  const [, sign = "", digits = ""] = /^([+-]?)(\d[\d.,]*\d|[.,]\d+)$/.exec(bare) ?? [];
  const marks = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return Number.NaN;
  const groups = last === "." ? "," : ".";
  // Of two different marks the last one is the decimal one. Several equal marks separate thousands.
  const isGrouped = marks.length > 1 && marks.every((mark) => mark === last);
  if (isGrouped)
    return /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? Number(sign + digits.replace(/[.,]/g, "")) : Number.NaN;
  const [whole = "", fraction = ""] = digits.split(last);
  if (whole.includes(groups) && !/^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return Number.NaN;
  return Number(`${sign}${whole.replaceAll(groups, "")}.${fraction}`);
}

/** Whether a number has one comma or point before exactly three digits, so that it can mean thousands: "185,000". */
export function hasThousands(text: string): boolean {
  return /^\s*[1-9]\d{0,2}[.,]\d{3}\s*$/.test(text);
}
