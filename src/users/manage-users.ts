import { exclusive } from "../db/exclusive.ts";
import type { Work } from "../db/work.ts";
import type { UserRole } from "../keys/access.ts";
import { createKeyIn, type KeyDeps, revokeKeyIn } from "../keys/manage-keys.ts";
import { deleteSessionsOf, deleteUser, findUserByName, insertUser, updatePassword } from "./store.ts";
import { hashPassword } from "./password.ts";
import { signInNameOf, type User, userOf } from "./user.ts";

/** The name of the key that a user acts with. */
export function keyNameOf(userName: string): string {
  return `Console: ${userName}`;
}

/** Creates a user with a key. Returns null if the name is taken. Name and password are valid. */
export async function addUser(
  deps: KeyDeps,
  { name, role, password }: { readonly name: string; readonly role: UserRole; readonly password: string },
): Promise<User | null> {
  const { db } = deps;
  const signInName = signInNameOf(name);
  if ((await db.read(findUserByName(db, signInName))) !== null) return null;
  const passwordHash = await hashPassword(password);
  return await db.write(function* (tx) {
    yield* exclusive(tx, changeOfUser(signInName));
    if ((yield* findUserByName(tx, signInName)) !== null) return null;
    const { key } = yield* createKeyIn(tx, deps, {
      name: keyNameOf(name),
      mode: "live",
      hasSupervisor: true,
      hasImages: true,
      hasVideo: true,
      hasAudio: true,
      hasEdits: true,
    });
    const row = { id: deps.newId(), name, signInName, role, passwordHash, keyId: key.id, createdAt: deps.clock.now() };
    yield* insertUser(tx, row);
    return userOf(row);
  });
}

/** The name of the lock of transactions that read a user and then change it or start a session. */
export function changeOfUser(signInName: string): string {
  return `user ${signInName}`;
}

/** Removes a user: sessions end, and the user's key is revoked. Returns null if there is no such user. */
export function removeUser(deps: KeyDeps, name: string): Promise<User | null> {
  return deps.db.write(function* (tx) {
    yield* exclusive(tx, changeOfUser(signInNameOf(name)));
    const row = yield* findUserByName(tx, signInNameOf(name));
    if (row === null) return null;
    yield* deleteUser(tx, row.id);
    yield* revokeKeyIn(tx, deps, row.keyId);
    return userOf(row);
  });
}

/** Changes a password and ends all sessions of the user. Returns null if there is no such user. */
export async function changePassword(deps: KeyDeps, name: string, password: string): Promise<User | null> {
  const passwordHash = await hashPassword(password);
  return await deps.db.write(function* (tx): Work<User | null> {
    yield* exclusive(tx, changeOfUser(signInNameOf(name)));
    const row = yield* findUserByName(tx, signInNameOf(name));
    if (row === null) return null;
    yield* updatePassword(tx, row.id, passwordHash);
    yield* deleteSessionsOf(tx, row.id);
    return userOf(row);
  });
}
