import { and, asc, count, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { sessions, users } from "../../schema/tables/service/users.ts";
import { listInWindows } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { Steps } from "../lib/steps.ts";
import { signInNameOf, type UserRow } from "./user.ts";

export type SessionRow = typeof sessions.$inferSelect;

export function insertUser(tx: Writing, row: UserRow): void {
  tx.orm.insert(users).values(row).run();
}

export function updatePassword(tx: Writing, id: string, passwordHash: string): void {
  tx.orm.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
}

/** Deletes a user with all sessions. */
export function deleteUser(tx: Writing, id: string): void {
  tx.orm.delete(sessions).where(eq(sessions.userId, id)).run();
  tx.orm.delete(users).where(eq(users.id, id)).run();
}

export function findUser(reading: Reading, id: string): UserRow | null {
  return reading.orm.select().from(users).where(eq(users.id, id)).get() ?? null;
}

export function findUserByName(reading: Reading, signInName: string): UserRow | null {
  return reading.orm.select().from(users).where(eq(users.signInName, signInName)).get() ?? null;
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
): Steps<readonly UserRow[]> {
  const { signInName } = users;
  const isAfter = (after: string | null) => (after === null ? undefined : gt(signInName, after));
  return listInWindows(
    {
      endOf: (after, size) =>
        reading.orm
          .select({ signInName })
          .from(users)
          .where(isAfter(after))
          .orderBy(asc(signInName))
          .limit(1)
          .offset(size - 1)
          .get()?.signInName ?? null,
      rowsIn: ({ after, through, limit }) =>
        reading.orm
          .select()
          .from(users)
          .where(
            and(
              isAfter(after),
              through === null ? undefined : lte(signInName, through),
              role === null ? undefined : eq(users.role, role),
              name === null ? undefined : sql`instr(${signInName}, ${signInNameOf(name)}) > 0`,
            ),
          )
          .orderBy(asc(signInName))
          .limit(limit)
          .all(),
    },
    page,
  );
}

/** Returns all users by name, for commands. */
export function listUsers(reading: Reading): readonly UserRow[] {
  return reading.orm.select().from(users).orderBy(asc(users.signInName)).all();
}

export function countUsers(reading: Reading): number {
  return reading.orm.select({ count: count() }).from(users).get()?.count ?? 0;
}

/** Adds a session and deletes the oldest ones of the same user, or of the admin token, above `max`. */
export function insertSession(tx: Writing, row: SessionRow, max: number): void {
  tx.orm.insert(sessions).values(row).run();
  const own = row.userId === null ? eq(sessions.keyId, row.keyId) : eq(sessions.userId, row.userId);
  const surplus = tx.orm
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(own)
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .all()
    .slice(max);
  const hashes = surplus.map(({ tokenHash }) => tokenHash);
  if (hashes.length > 0) tx.orm.delete(sessions).where(inArray(sessions.tokenHash, hashes)).run();
}

export function findSession(reading: Reading, tokenHash: string): SessionRow | null {
  return reading.orm.select().from(sessions).where(eq(sessions.tokenHash, tokenHash)).get() ?? null;
}

export function deleteSession(tx: Writing, tokenHash: string): void {
  tx.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).run();
}

/** Ends all sessions of a user. */
export function deleteSessionsOf(tx: Writing, userId: string): void {
  tx.orm.delete(sessions).where(eq(sessions.userId, userId)).run();
}

/** Deletes up to `limit` sessions that have expired (index sessions_by_expiry). Returns how many. */
export function deleteExpiredSessions(tx: Writing, now: number, limit: number): number {
  const expired = tx.orm
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lte(sessions.expiresAt, now))
    .limit(limit);
  const isExpired = inArray(sessions.tokenHash, expired);
  return tx.orm.delete(sessions).where(isExpired).returning({ one: sessions.expiresAt }).all().length;
}
