import { type NoteSink, RecordFault } from "./checked-record.ts";
import { FIELD_LIMITS } from "./field-limits.ts";

/** Refuses NUL and replaces lone surrogates, which UTF-8 cannot encode. */
function plainText(value: string, field: string): string {
  if (value.includes("\0")) throw new RecordFault(field, "contains a NUL character");
  return value.isWellFormed() ? value : value.toWellFormed();
}

/** Returns the text with its surrounding white space, cut at the limit. */
export function longText(value: string, field: string, lengthMax: number, notes: NoteSink): string {
  return cut(plainText(value, field), field, lengthMax, notes);
}

/** Returns the trimmed text, cut at the limit. It can be empty. */
export function shortText(value: string, field: string, lengthMax: number, notes: NoteSink): string {
  return cut(plainText(value, field).trim(), field, lengthMax, notes).trim();
}

/** Returns the trimmed text at its full length. It can be empty. */
export function bareText(value: string, field: string): string {
  return plainText(value, field).trim();
}

/** Returns the trimmed text, cut at the limit. Throws RecordFault if it is empty. */
export function requiredText(value: string, field: string, lengthMax: number, notes: NoteSink): string {
  const text = shortText(value, field, lengthMax, notes);
  if (text === "") throw new RecordFault(field, "expected text, got an empty one");
  return text;
}

/**
 * Checks the id of a song, file or artist. Ids are used in URLs and reports, so control characters are refused. So are
 * "." and "..", because URL parsers remove these segments, even if encoded (WHATWG URL, double-dot segments).
 */
export function requiredId(value: string, field: string): string {
  const id = bareText(value, field);
  if (id === "") throw new RecordFault(field, "expected text, got an empty one");
  if (!value.isWellFormed() || /\p{Cc}/u.test(id))
    throw new RecordFault(field, "an id cannot contain control characters");
  if (id === "." || id === "..") throw new RecordFault(field, "an id of one or two dots cannot be used in a URL");
  const end = endOf(id, FIELD_LIMITS.id);
  if (end < id.length)
    throw new RecordFault(field, `expected an id of at most ${FIELD_LIMITS.id} characters, got more`);
  return id;
}

/** Returns the first elements of a list that is too long, with a note. */
export function firstOf<Element>(
  list: readonly Element[],
  field: string,
  countMax: number,
  notes: NoteSink,
): readonly Element[] {
  if (list.length <= countMax) return list;
  const reason = `expected at most ${countMax}, got ${list.length}; the rest was left out`;
  notes.note(field, reason, `${plainField(field)} with too many elements; the rest was left out`);
  return list.slice(0, countMax);
}

/** Whether the text is within the limit. If not, adds a note that it was left out. */
export function isShortEnough(text: string, field: string, lengthMax: number, notes: NoteSink): boolean {
  if (endOf(text, lengthMax) === text.length) return true;
  const reason = `expected at most ${lengthMax} characters, got more (${start(text)}…); left out`;
  notes.note(field, reason, `${plainField(field)} that is too long; left out`);
  return false;
}

function cut(text: string, field: string, lengthMax: number, notes: NoteSink): string {
  const end = endOf(text, lengthMax);
  if (end === text.length) return text;
  const reason = `expected at most ${lengthMax} characters, got more; the rest was cut off`;
  notes.note(field, reason, `${plainField(field)} that is too long; cut off`);
  return text.slice(0, end);
}

/** Returns the length of the first `count` code points in code units. */
function endOf(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

/** Returns "artists.name" for "artists[3].name", so that warnings about the same field are counted together. */
export function plainField(field: string): string {
  return field.replaceAll(/\[\d+\]/g, "");
}

const START_LENGTH = 40;

function start(text: string): string {
  return JSON.stringify(text.slice(0, START_LENGTH).toWellFormed()).slice(0, -1);
}
