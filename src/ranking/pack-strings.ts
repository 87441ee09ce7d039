import { hashTerm } from "./packed-format.ts";
import { StringList } from "./string-list.ts";

export interface PackedStrings {
  /** The end of each string's bytes; they begin where the previous string ends. */
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
}

export function stringList(strings: readonly string[]): StringList {
  const list = new StringList();
  for (const text of strings) list.push(text);
  return list;
}

/** Returns the order of the strings by their bytes, which is the same on every machine. */
export function sortedOrder(strings: StringList): Uint32Array {
  const order = new Uint32Array(strings.length).map((_, at) => at);
  return isSorted(strings) ? order : order.sort((a, b) => strings.compare(a, b) || a - b);
}

export function packStrings(strings: StringList, order: Uint32Array): PackedStrings {
  const ends = new Uint32Array(order.length);
  const bytes = new Uint8Array(strings.byteLength);
  let end = 0;
  order.forEach((from, to) => {
    end = strings.copy(from, bytes, end);
    ends[to] = end;
  });
  return { ends, bytes };
}

/** Builds a hash table with open addressing, at most half full. An entry is the string's number + 1; 0 is free. */
export function hashTable({ ends, bytes }: PackedStrings): Uint32Array {
  let size = 16;
  while (size < ends.length * 2) size *= 2;
  const table = new Uint32Array(size);
  let start = 0;
  ends.forEach((end, term) => {
    let slot = hashTerm(bytes, start, end) & (size - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1);
    table[slot] = term + 1;
    start = end;
  });
  return table;
}

function isSorted(strings: StringList): boolean {
  for (let at = 1; at < strings.length; at++) if (strings.compare(at - 1, at) > 0) return false;
  return true;
}
