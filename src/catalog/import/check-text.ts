import { RecordFault } from "./checked-record.ts";

/** In Unicode code points. */
const ID_LENGTH_MAX = 128;

/** Text as it can be stored: no NUL, and half surrogates (which UTF-8 has no bytes for) replaced. */
export function plainText(value: string, field: string): string {
  if (value.includes("\0")) throw new RecordFault(field, "holds a NUL character");
  return value.isWellFormed() ? value : value.toWellFormed();
}

/** Text without white space around it, which must say something unless it may be empty. */
export function requiredText(value: string, field: string, options: { readonly mayBeEmpty?: boolean } = {}): string {
  const text = plainText(value, field).trim();
  if (text === "" && options.mayBeEmpty !== true) throw new RecordFault(field, "expected text, got an empty one");
  return text;
}

/**
 * An id of a song, a file or an artist. It stands in URLs and reports, so it holds no control characters, and is
 * neither "." nor "..": a URL folds such a segment away, however it is encoded (WHATWG URL, double-dot segments).
 */
export function requiredId(value: string, field: string): string {
  const id = requiredText(value, field);
  if (!value.isWellFormed() || /\p{Cc}/u.test(id)) throw new RecordFault(field, "an id holds no control characters");
  if (id === "." || id === "..") throw new RecordFault(field, "an id of one or two dots cannot stand in a URL");
  if (id.length > ID_LENGTH_MAX && Array.from(id).length > ID_LENGTH_MAX) {
    throw new RecordFault(field, `an id has ${ID_LENGTH_MAX} characters at most`);
  }
  return id;
}
