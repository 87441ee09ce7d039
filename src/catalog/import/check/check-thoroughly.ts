import type { DumpLine } from "../dump-line.ts";
import type { CheckRecord } from "./check-record.ts";
import { type CheckedRecord, RecordFault, type RecordContext } from "./checked-record.ts";
import { isObject } from "./known-fields.ts";
import { withoutField } from "./without-field.ts";

/** Faults that are reported for one record. */
const FAULTS_MAX = 50;
/** Fields without which nothing can be imported. */
const REQUIRED = ["id", "title"] as const;

type Note = DumpLine & { readonly kind: "note" };

type FieldNote = Pick<Note, "field" | "reason" | "effect">;

export interface ThoroughCheck {
  /** Null for a rejected record. */
  readonly record: CheckedRecord | null;
  /** All faults of the record. If it is not rejected, their fields were left out. */
  readonly faults: readonly RecordFault[];
  readonly warnings: readonly string[];
  readonly notes: readonly FieldNote[];
}

export interface ThoroughContext extends Pick<RecordContext, "folder" | "isDemonstration"> {
  readonly isLenient: boolean;
}

/**
 * Checks a record and finds all its faults, not only the first: each faulty field is removed before the next check. A
 * record with faults is rejected, unless `isLenient` and it has an id and a title.
 */
export function checkThoroughly(value: unknown, check: CheckRecord, context: ThoroughContext): ThoroughCheck {
  let found = checkOnce(value, check, context);
  if (found.fault === null) return { ...found, faults: [] };
  const faults: RecordFault[] = [];
  const removed = new RemovedElements();
  let isRejected = false;
  while (found.fault !== null) {
    const { field, message } = found.fault;
    faults.push(new RecordFault(removed.originalOf(field), message));
    isRejected ||= !context.isLenient || REQUIRED.some((one) => one === field);
    const canGoOn = faults.length < FAULTS_MAX && isObject(value) && withoutFault(value, field, removed);
    if (!canGoOn) return { ...found, record: null, faults };
    found = checkOnce(value, check, context);
  }
  return { ...found, record: isRejected ? null : found.record, faults };
}

interface SingleCheck extends Omit<ThoroughCheck, "faults"> {
  readonly fault: RecordFault | null;
}

function checkOnce(
  value: unknown,
  check: CheckRecord,
  { folder, isDemonstration = false }: ThoroughContext,
): SingleCheck {
  const warnings: string[] = [];
  const notes: FieldNote[] = [];
  const context: RecordContext = {
    folder,
    isDemonstration,
    warn: (message) => void warnings.push(message),
    note: (field, reason, summary) => void notes.push({ field, reason, effect: { as: "warning", summary } }),
  };
  try {
    return { record: check(value, context), fault: null, warnings, notes };
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error;
    return { record: null, fault: error, warnings, notes };
  }
}

/**
 * Removes a faulty field of a song. A faulty id or title gets a stand-in, so that the other fields can be checked; an
 * object with a faulty id is removed. Other records have too few fields for a second check.
 */
function withoutFault(line: Readonly<Record<string, unknown>>, field: string, removed: RemovedElements): boolean {
  if (!("id" in line || "title" in line)) return false;
  const required = REQUIRED.find((one) => one === field);
  if (required !== undefined) return Reflect.set(line, required, "?");
  const path = field.replace(/\.id$/, "");
  removed.add(path);
  return withoutField(line, path);
}

/** Elements that were removed from lists. Reports name fields by their positions in the dump. */
class RemovedElements {
  /** List → original positions, ascending. */
  readonly #positions = new Map<string, number[]>();

  add(path: string): void {
    const [, list, at] = /^([\w.]+)\[(\d+)\]$/.exec(path) ?? [];
    if (list === undefined) return;
    const positions = [...(this.#positions.get(list) ?? []), this.#original(list, Number(at))];
    this.#positions.set(
      list,
      positions.toSorted((a, b) => a - b),
    );
  }

  originalOf(field: string): string {
    return field.replace(
      /^([\w.]+)\[(\d+)\]/,
      (_, list: string, at: string) => `${list}[${this.#original(list, Number(at))}]`,
    );
  }

  #original(list: string, at: number): number {
    return (this.#positions.get(list) ?? []).reduce(
      (position, gone) => (gone <= position ? position + 1 : position),
      at,
    );
  }
}
