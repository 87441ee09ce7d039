import { and, asc, count, desc, eq, gt, inArray, lte } from "drizzle-orm";
import { sessions, users } from "../../schema/tables/service/users.ts";
import { listWindows } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { contains } from "../db/engine-sql.ts";
import { all, first, run, type Work, type WorkInSteps } from "../db/work.ts";
import { signInNameOf, type UserRow } from "./user.ts";

export type SessionRow = typeof sessions.$inferSelect;

export function* insertUser(tx: Writing, row: UserRow): Work<void> {
  yield* run(tx.orm.insert(users).values(row));
}

export function* updatePassword(tx: Writing, id: string, passwordHash: string): Work<void> {
  yield* run(tx.orm.update(users).set({ passwordHash }).where(eq(users.id, id)));
}

/** Deletes a user with all sessions. */
export function* deleteUser(tx: Writing, id: string): Work<void> {
  yield* run(tx.orm.delete(sessions).where(eq(sessions.userId, id)));
  yield* run(tx.orm.delete(users).where(eq(users.id, id)));
}

export function findUser(reading: Reading, id: string): Work<UserRow | null> {
  return first(reading.orm.select().from(users).where(eq(users.id, id)));
}

export function findUserByName(reading: Reading, signInName: string): Work<UserRow | null> {
  return first(reading.orm.select().from(users).where(eq(users.signInName, signInName)));
}

export interface UserFilter {
  readonly role: UserRow["role"] | null;
  /** A part of the name, in any case. */
  readonly name: string | null;
}

/** Returns a page of the users by name, after a `signInName` (index users_by_sign_in_name), in steps. */
export function pageOfUsers(
  reading: Reading,
  { role, name }: UserFilter,
  page: { readonly after: string | null; readonly limit: number },
): WorkInSteps<readonly UserRow[]> {
  const { signInName } = users;
  const isAfter = (after: string | null) => (after === null ? undefined : gt(signInName, after));
  return listWindows(
    {
      *endOf(after: string | null, size) {
        const end = yield* first(
          reading.orm
            .select({ signInName })
            .from(users)
            .where(isAfter(after))
            .orderBy(asc(signInName))
            .limit(1)
            .offset(size - 1),
        );
        return end?.signInName ?? null;
      },
      rowsIn: ({ after, through, limit }) =>
        all(
          reading.orm
            .select()
            .from(users)
            .where(
              and(
                isAfter(after),
                through === null ? undefined : lte(signInName, through),
                role === null ? undefined : eq(users.role, role),
                name === null ? undefined : contains(reading, signInName, signInNameOf(name)),
              ),
            )
            .orderBy(asc(signInName))
            .limit(limit),
        ),
    },
    page,
  );
}

/** Returns all users by name, for commands. */
export function listUsers(reading: Reading): Work<readonly UserRow[]> {
  return all(reading.orm.select().from(users).orderBy(asc(users.signInName)));
}

export function* countUsers(reading: Reading): Work<number> {
  const counted = yield* first(reading.orm.select({ count: count() }).from(users));
  return counted?.count ?? 0;
}

/** Adds a session and deletes the oldest ones of the same user, or of the admin token, above `max`. */
export function* insertSession(tx: Writing, row: SessionRow, max: number): Work<void> {
  yield* run(tx.orm.insert(sessions).values(row));
  const own = row.userId === null ? eq(sessions.keyId, row.keyId) : eq(sessions.userId, row.userId);
  const found = yield* all(
    tx.orm
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(own)
      .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash)),
  );
  const hashes = found.slice(max).map(({ tokenHash }) => tokenHash);
  if (hashes.length > 0) yield* run(tx.orm.delete(sessions).where(inArray(sessions.tokenHash, hashes)));
}

export function findSession(reading: Reading, tokenHash: string): Work<SessionRow | null> {
  return first(reading.orm.select().from(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

export function* deleteSession(tx: Writing, tokenHash: string): Work<void> {
  yield* run(tx.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

/** Ends all sessions of a user. */
export function* deleteSessionsOf(tx: Writing, userId: string): Work<void> {
  yield* run(tx.orm.delete(sessions).where(eq(sessions.userId, userId)));
}

/** Deletes up to `limit` sessions that have expired (index sessions_by_expiry). Returns how many. */
export function* deleteExpiredSessions(tx: Writing, now: number, limit: number): Work<number> {
  const expired = tx.orm
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lte(sessions.expiresAt, now))
    .limit(limit);
  const isExpired = inArray(sessions.tokenHash, expired);
  return (yield* all(tx.orm.delete(sessions).where(isExpired).returning({ one: sessions.expiresAt }))).length;
}
