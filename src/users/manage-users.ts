import type { UserRole } from "../keys/access.ts";
import { createKey, type KeyDeps, revokeKey } from "../keys/manage-keys.ts";
import { deleteSessionsOf, deleteUser, findUserByName, insertUser, updatePassword } from "./store.ts";
import { hashPassword } from "./password.ts";
import { signInNameOf, type User, userOf, type UserRow } from "./user.ts";

/** The name of the key that a user acts with. */
export function keyNameOf(userName: string): string {
  return `Console: ${userName}`;
}

/** Creates a user with a key. Returns null if the name is taken. Name and password are valid. */
export async function addUser(
  deps: KeyDeps,
  { name, role, password }: { readonly name: string; readonly role: UserRole; readonly password: string },
): Promise<User | null> {
  const signInName = signInNameOf(name);
  if (findUserByName(deps.db, signInName) !== null) return null;
  const passwordHash = await hashPassword(password);
  const { key } = createKey(deps, {
    name: keyNameOf(name),
    mode: "live",
    hasSupervisor: true,
    hasImages: true,
    hasVideo: true,
    hasAudio: true,
    hasEdits: true,
  });
  const row = { id: deps.newId(), name, signInName, role, passwordHash, keyId: key.id, createdAt: deps.clock.now() };
  const isAdded = deps.db.transaction((tx) => {
    if (findUserByName(tx, signInName) !== null) return false;
    insertUser(tx, row);
    return true;
  });
  if (isAdded) return userOf(row);
  revokeKey(deps, key.id);
  return null;
}

/** Removes a user: sessions end, and the user's key is revoked. Returns null if there is no such user. */
export function removeUser(deps: KeyDeps, name: string): User | null {
  const removed = deps.db.transaction((tx): UserRow | null => {
    const row = findUserByName(tx, signInNameOf(name));
    if (row !== null) deleteUser(tx, row.id);
    return row;
  });
  if (removed === null) return null;
  revokeKey(deps, removed.keyId);
  return userOf(removed);
}

/** Changes a password and ends all sessions of the user. Returns null if there is no such user. */
export async function changePassword(deps: KeyDeps, name: string, password: string): Promise<User | null> {
  const passwordHash = await hashPassword(password);
  return deps.db.transaction((tx): User | null => {
    const row = findUserByName(tx, signInNameOf(name));
    if (row === null) return null;
    updatePassword(tx, row.id, passwordHash);
    deleteSessionsOf(tx, row.id);
    return userOf(row);
  });
}
