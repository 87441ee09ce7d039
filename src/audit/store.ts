import { and, asc, desc, eq, gt, gte, lt, lte, max, type SQL } from "drizzle-orm";
import { auditLines } from "../../schema/tables/service/audit.ts";
import { type AuditAction, AuditEntry } from "../../schema/wire/audit.ts";
import { readDatabaseFile } from "../db/database-file.ts";
import { type ListedWindows, listWindows } from "../db/list-in-windows.ts";
import { unindexed } from "../db/engine-sql.ts";
import { exclusive } from "../db/exclusive.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work, type WorkInSteps } from "../db/work.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { type Link, ORIGIN } from "./chain.ts";
import { lastWaiting } from "./waiting-store.ts";

const ENDS_ID = 1;
/** The name of the lock of those who change the chain. */
export const CHAIN = "audit trail";

export interface Ends {
  /** The last line that was removed; ORIGIN if none was. */
  readonly anchor: Link;
  readonly head: Link;
}

interface EndsRow {
  readonly anchorSeq: number;
  readonly anchorSha256: string;
  readonly headSeq: number;
  readonly headSha256: string;
}

/** Every search appends a line, so these statements are kept: building them costs more processor time than running them. */
const ENDS = {
  read: `SELECT anchor_seq AS "anchorSeq", anchor_sha256 AS "anchorSha256", head_seq AS "headSeq",
    head_sha256 AS "headSha256" FROM audit_ends WHERE id = ${ENDS_ID}`,
  write: `INSERT INTO audit_ends (id, anchor_seq, anchor_sha256, head_seq, head_sha256)
    VALUES (${ENDS_ID}, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET anchor_seq = excluded.anchor_seq, anchor_sha256 = excluded.anchor_sha256,
      head_seq = excluded.head_seq, head_sha256 = excluded.head_sha256`,
} as const;

export function* readEnds(reading: Reading): Work<Ends> {
  const [row] = yield* rows<EndsRow>(reading, ENDS.read);
  if (row === undefined) return { anchor: ORIGIN, head: ORIGIN };
  return {
    anchor: { seq: row.anchorSeq, sha256: row.anchorSha256 },
    head: { seq: row.headSeq, sha256: row.headSha256 },
  };
}

export function* writeEnds(tx: Writing, { anchor, head }: Ends): Work<void> {
  yield* rows(tx, ENDS.write, anchor.seq, anchor.sha256, head.seq, head.sha256);
}

/**
 * Removes the oldest lines, of the oldest `limit`: those older than `before` (milliseconds), and those beyond the newest
 * `keepMax`. Returns how many. It looks at no other lines, so it is fast in a long trail.
 */
export function* removeOldest(
  tx: Writing,
  { before, keepMax, limit }: { readonly before: number; readonly keepMax: number; readonly limit: number },
): Work<number> {
  yield* exclusive(tx, CHAIN);
  const { anchor, head } = yield* readEnds(tx);
  const windowEnd = Math.min(anchor.seq + limit, head.seq);
  // Only a beginning of the chain can go, so a line with a time in the future keeps the later ones.
  const kept = yield* first(
    tx.orm
      .select({ seq: auditLines.seq })
      .from(auditLines)
      .where(
        and(
          // The plus keeps SQLite from the index of times, which would read all newer lines.
          gte(unindexed(tx, auditLines.at), before),
          gt(auditLines.seq, Math.max(anchor.seq, head.seq - keepMax)),
          lte(auditLines.seq, windowEnd),
        ),
      )
      .orderBy(asc(auditLines.seq))
      .limit(1),
  );
  const through = kept === null ? windowEnd : kept.seq - 1;
  if (through <= anchor.seq) return 0;
  const sha256 = through === head.seq ? head.sha256 : yield* previousOf(tx, through + 1);
  // A broken chain is not pruned: that would hide where it is broken.
  if (sha256 === null) return 0;
  yield* run(tx.orm.delete(auditLines).where(lte(auditLines.seq, through)));
  yield* writeEnds(tx, { anchor: { seq: through, sha256 }, head });
  return through - anchor.seq;
}

function* previousOf(reading: Reading, seq: number): Work<string | null> {
  const row = yield* first(
    reading.orm.select({ line: auditLines.line }).from(auditLines).where(eq(auditLines.seq, seq)),
  );
  return row === null ? null : (parseChecked(AuditEntry, row.line)?.previous ?? null);
}

export interface AuditRange {
  /** Inclusive and exclusive, in milliseconds. */
  readonly from: number | null;
  readonly to: number | null;
  readonly keyId: string | null;
  readonly action?: AuditAction | null;
  /** The exact name of the person, key or recipient, the user of a command, or `server`. */
  readonly actorName?: string | null;
  /** Only lines with a smaller number. */
  readonly before?: number | null;
  readonly limit: number;
}

/** Returns the newest lines of a range in order of their numbers. */
export function* listLines(reading: Reading, range: AuditRange): WorkInSteps<readonly string[]> {
  const { before = null, limit } = range;
  const lines = yield* listWindows(linesIn(reading, range), { after: before, limit });
  return lines.toReversed();
}

type FilteredBy = "key" | "action" | "actor" | "time";

/** A list by the index that passes the lines fastest. Positions are numbers of lines. */
function linesIn(reading: Reading, { from, to, keyId, action = null, actorName = null }: AuditRange) {
  const { seq, at } = auditLines;
  const filters: readonly (readonly [FilteredBy, SQL, indexed: SQL])[] = [
    ...(keyId === null
      ? []
      : [["key", eq(unindexed(reading, auditLines.keyId), keyId), eq(auditLines.keyId, keyId)] as const]),
    ...(action === null
      ? []
      : [["action", eq(unindexed(reading, auditLines.action), action), eq(auditLines.action, action)] as const]),
    ...(actorName === null
      ? []
      : [
          [
            "actor",
            eq(unindexed(reading, auditLines.actorName), actorName),
            eq(auditLines.actorName, actorName),
          ] as const,
        ]),
  ];
  const [only] = filters;
  const hasTime = from !== null || to !== null;
  const isInTime = and(
    from === null ? undefined : gte(unindexed(reading, at), from),
    to === null ? undefined : lt(unindexed(reading, at), to),
  );
  const isIndexedInTime = and(from === null ? undefined : gte(at, from), to === null ? undefined : lt(at, to));
  let indexedBy: FilteredBy | null = only?.[0] ?? null;
  const isBefore = (position: number | null) => (position === null ? undefined : lt(seq, position));
  function* numberAt(where: SQL | undefined, order: SQL, size: number): Work<number | null> {
    const row = yield* first(
      reading.orm
        .select({ seq })
        .from(auditLines)
        .where(where)
        .orderBy(order)
        .limit(1)
        .offset(size - 1),
    );
    return row?.seq ?? null;
  }
  const list: ListedWindows<number, string> = {
    *endOf(after, size) {
      if (filters.length < 2 && !hasTime) return null;
      const ends: { readonly by: FilteredBy; readonly end: number | null }[] = [];
      for (const [by, , indexed] of filters) {
        ends.push({ by, end: yield* numberAt(and(indexed, isBefore(after)), desc(seq), size) });
      }
      const done = ends.find(({ end }) => end === null);
      if (done !== undefined) {
        indexedBy = done.by;
        return null;
      }
      // The index of times is not in the order of the list, so it is of use only for few lines.
      if (hasTime && (yield* numberAt(isIndexedInTime, asc(at), size)) === null) {
        indexedBy = "time";
        return null;
      }
      const [nearest, ...others] = ends;
      if (nearest === undefined) {
        indexedBy = null;
        return yield* numberAt(isBefore(after), desc(seq), size);
      }
      const farthest = others.reduce((best, other) => ((other.end ?? 0) < (best.end ?? 0) ? other : best), nearest);
      indexedBy = farthest.by;
      return farthest.end;
    },
    *rowsIn({ after, through, limit }) {
      const found = yield* all(
        reading.orm
          .select({ line: auditLines.line })
          .from(auditLines)
          .where(
            and(
              ...filters.map(([by, plain, indexed]) => (by === indexedBy ? indexed : plain)),
              indexedBy === "time" ? isIndexedInTime : isInTime,
              // Without the plus, SQLite could prefer the order of the numbers to the index of times.
              after === null ? undefined : indexedBy === "time" ? lt(unindexed(reading, seq), after) : lt(seq, after),
              through === null ? undefined : gte(seq, through),
            ),
          )
          .orderBy(indexedBy === "time" ? desc(unindexed(reading, seq)) : desc(seq))
          .limit(limit),
      );
      return found.map(({ line }) => line);
    },
  };
  return list;
}

/** Returns the latest time of an event, in milliseconds; null without events (index audit_lines_by_time). */
export function* latestTime(reading: Reading): Work<number | null> {
  const row = yield* first(reading.orm.select({ at: max(auditLines.at) }).from(auditLines));
  const line = row?.at ?? null;
  const waiting = reading.engine === "postgres" ? (yield* lastWaiting(reading)).at : null;
  return line === null || waiting === null ? (line ?? waiting) : Math.max(line, waiting);
}

/** Lines that a walk reads with one statement. */
const WALKED_ROWS = 1_000;

/** Passes the ends, then every line in order. `each` ends the walk by returning false. `reading` is of one moment. */
export function* walkChain(reading: Reading, begin: (ends: Ends) => void, each: (line: string) => boolean): Work<void> {
  begin(yield* readEnds(reading));
  const { seq, line } = auditLines;
  for (let after = -1; ;) {
    const found = yield* all(
      reading.orm.select({ seq, line }).from(auditLines).where(gt(seq, after)).orderBy(asc(seq)).limit(WALKED_ROWS),
    );
    for (const row of found) if (!each(row.line)) return;
    const last = found.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

/** Returns the last entry of the trail in a database that may be missing, damaged or of another version; null if there is none. */
export function lastEntryOf(path: string): Link | null {
  try {
    const { head } = readDatabaseFile(path, readEnds);
    return head.seq === 0 ? null : head;
  } catch {
    // A damaged database is what a restore is for.
    return null;
  }
}
