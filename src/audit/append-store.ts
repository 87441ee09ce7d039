import { Type } from "@sinclair/typebox";
import { exclusive, tryExclusive } from "../db/exclusive.ts";
import type { Writing } from "../db/service-db.ts";
import { rows, type Work } from "../db/work.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { type AuditEvent, SERVER } from "./audit-event.ts";
import { nextLine, unchained } from "./chain.ts";
import { CHAIN, readEnds, writeEnds } from "./store.ts";
import { putWaiting, takeWaiting, type WaitingEntry } from "./waiting-store.ts";

/** What a waiting entry has to be. Its action can be one of a newer version, while nodes are upgraded one after the other. */
const Entry = Type.Object({
  at: Type.String(),
  actor: Type.Object({ kind: Type.String() }),
  action: Type.String(),
  objects: Type.Object({}),
  outcome: Type.String(),
  request: Type.Union([Type.String(), Type.Null()]),
});

/** Recorded instead of a waiting event that cannot be read. */
const DAMAGED: AuditEvent = { actor: SERVER, action: "audit.gap", objects: { count: 1 } };

/** An event and when it happened, in milliseconds. */
export interface TimedEvent {
  readonly event: AuditEvent;
  readonly at: number;
}

const APPENDING = {
  line: "INSERT INTO audit_lines (seq, at, key_id, line) VALUES (?, ?, ?, ?)",
  /** Of PostgreSQL. */
  lines: `INSERT INTO audit_lines (seq, at, key_id, line)
    SELECT (w.value ->> 0)::bigint, (w.value ->> 1)::bigint, w.value ->> 2, w.value ->> 3
    FROM json_array_elements(?::json) w(value)`,
} as const;

/**
 * Appends events in order. On SQLite no other transaction appends or removes lines until this one ends. On PostgreSQL they wait
 * for `moveWaiting`, because transactions of all nodes would wait for each other.
 */
export function appendEvents(tx: Writing, events: readonly TimedEvent[]): Work<void> {
  return appendEntries(tx, events.map(waitingOf));
}

function* appendEntries(tx: Writing, entries: readonly WaitingEntry[]): Work<void> {
  if (tx.engine === "postgres") return yield* putWaiting(tx, entries);
  const { anchor, head } = yield* readEnds(tx);
  let last = head;
  for (const { at, keyId, entry } of entries) {
    const { line, link } = nextLine(last, entry);
    yield* rows(tx, APPENDING.line, link.seq, at, keyId, line);
    last = link;
  }
  if (entries.length > 0) yield* writeEnds(tx, { anchor, head: last });
}

/** Appends events that wait in another database. */
export function appendWaiting(tx: Writing, entries: readonly WaitingEntry[]): Work<void> {
  return appendEntries(
    tx,
    entries.map((one) => ({ ...one, entry: readable(one) })),
  );
}

/** Returns an event as it waits for its number on PostgreSQL. */
export function waitingOf(timed: TimedEvent): WaitingEntry {
  return { at: timed.at, keyId: keyIdOf(timed.event), entry: entryOf(timed) };
}

function entryOf({ event, at }: TimedEvent): string {
  const { actor, action, objects = {}, outcome = "done", requestId: request = null } = event;
  return unchained({ at: new Date(at).toISOString(), actor, action, objects, outcome, request });
}

/**
 * Moves up to `limit` waiting events, those with numbers up to `through`, into the chain. Returns how many were moved; null if
 * another transaction changes the chain and `isPatient` is false.
 */
export function* moveWaiting(
  tx: Writing,
  { through, limit, isPatient }: { readonly through: number; readonly limit: number; readonly isPatient: boolean },
): Work<number | null> {
  if (isPatient) yield* exclusive(tx, CHAIN);
  else if (!(yield* tryExclusive(tx, CHAIN))) return null;
  const taken = yield* takeWaiting(tx, through, limit);
  if (taken.length === 0) return 0;
  const { anchor, head } = yield* readEnds(tx);
  let last = head;
  const lines = taken.map(({ at, keyId, entry }) => {
    const { line, link } = nextLine(last, readable({ at, entry }));
    last = link;
    return [link.seq, at, keyId, line];
  });
  yield* rows(tx, APPENDING.lines, JSON.stringify(lines));
  yield* writeEnds(tx, { anchor, head: last });
  return taken.length;
}

/** A row that somebody changed must not hold up the others, and its loss must show. */
function readable({ at, entry }: Pick<WaitingEntry, "at" | "entry">): string {
  const isReadable = /^\{.*\}$/.test(entry) && parseChecked(Entry, entry) !== null;
  return isReadable ? entry : entryOf({ event: DAMAGED, at });
}

/** The key that acted; otherwise the key that was acted on. */
function keyIdOf({ actor, objects }: AuditEvent): string | null {
  if (actor.kind === "key") return actor.id;
  const key = objects?.["key"];
  return typeof key === "string" ? key : null;
}
