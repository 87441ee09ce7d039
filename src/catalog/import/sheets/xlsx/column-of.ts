const ROW_NUMBER = /^\d{1,7}$/;
const LETTERS = 26;
const LETTERS_MAX = 3;
const CODE_BEFORE_A = 64;

/** Returns the column of an address: 28 for AB7, 0 for an invalid one. A loop is fast; this runs for every cell. */
export function columnOf(address: string): number {
  let column = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const letter = address.charCodeAt(at) - CODE_BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  const isAddress = at <= LETTERS_MAX && ROW_NUMBER.test(address.slice(at));
  return isAddress ? column : 0;
}
