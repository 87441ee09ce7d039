import { type NotePlace, RecordFault } from "./checked-record.ts";
import { FIELD_LIMITS } from "./field-limits.ts";

/** Text as it can be stored: no NUL, and half surrogates (which UTF-8 has no bytes for) replaced. */
function plainText(value: string, field: string): string {
  if (value.includes("\0")) throw new RecordFault(field, "holds a NUL character");
  return value.isWellFormed() ? value : value.toWellFormed();
}

/** Text with white space around it, as it was written; cut at the limit. */
export function longText(value: string, field: string, lengthMax: number, place: NotePlace): string {
  return cut(plainText(value, field), field, lengthMax, place);
}

/** Text without white space around it, which may be empty; cut at the limit. */
export function shortText(value: string, field: string, lengthMax: number, place: NotePlace): string {
  return cut(plainText(value, field).trim(), field, lengthMax, place).trim();
}

/** Text without white space around it, of any length and perhaps empty. */
export function bareText(value: string, field: string): string {
  return plainText(value, field).trim();
}

/** Text without white space around it, which must say something; cut at the limit. */
export function requiredText(value: string, field: string, lengthMax: number, place: NotePlace): string {
  const text = shortText(value, field, lengthMax, place);
  if (text === "") throw new RecordFault(field, "expected text, got an empty one");
  return text;
}

/**
 * An id of a song, a file or an artist. It stands in URLs and reports, so it holds no control characters, and is
 * neither "." nor "..": a URL folds such a segment away, however it is encoded (WHATWG URL, double-dot segments).
 */
export function requiredId(value: string, field: string): string {
  const id = bareText(value, field);
  if (id === "") throw new RecordFault(field, "expected text, got an empty one");
  if (!value.isWellFormed() || /\p{Cc}/u.test(id)) throw new RecordFault(field, "an id holds no control characters");
  if (id === "." || id === "..") throw new RecordFault(field, "an id of one or two dots cannot stand in a URL");
  const end = endOf(id, FIELD_LIMITS.id);
  if (end < id.length)
    throw new RecordFault(field, `expected an id of at most ${FIELD_LIMITS.id} characters, got more`);
  return id;
}

/** The first elements of a list that is too long. */
export function firstOf<Element>(
  list: readonly Element[],
  field: string,
  countMax: number,
  place: NotePlace,
): readonly Element[] {
  if (list.length <= countMax) return list;
  const reason = `expected at most ${countMax}, got ${list.length}; the others were left out`;
  place.note(field, reason, `${plainField(field)} with too many elements; the others were left out`);
  return list.slice(0, countMax);
}

/** Whether a text is within the limit; where it is not, that it was left out. */
export function isShortEnough(text: string, field: string, lengthMax: number, place: NotePlace): boolean {
  if (endOf(text, lengthMax) === text.length) return true;
  const reason = `expected at most ${lengthMax} characters, got more (${start(text)}…); left out`;
  place.note(field, reason, `${plainField(field)} that is too long; left out`);
  return false;
}

function cut(text: string, field: string, lengthMax: number, place: NotePlace): string {
  const end = endOf(text, lengthMax);
  if (end === text.length) return text;
  const reason = `expected at most ${lengthMax} characters, got more; what is behind them was cut off`;
  place.note(field, reason, `${plainField(field)} that is too long; cut off`);
  return text.slice(0, end);
}

/** Where `count` code points end, in code units. */
function endOf(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

/** "artists.name" for "artists[3].name": warnings of one kind are counted together. */
function plainField(field: string): string {
  return field.replaceAll(/\[\d+\]/g, "");
}

const START_LENGTH = 40;

function start(text: string): string {
  return JSON.stringify(text.slice(0, START_LENGTH).toWellFormed()).slice(0, -1);
}
