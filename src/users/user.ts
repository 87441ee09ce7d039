import type { users } from "../../schema/tables/service/users.ts";
import type { UserRole } from "../keys/access.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

export type UserRow = typeof users.$inferSelect;

/** A person who can sign in, without the password hash. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly role: UserRole;
  readonly keyId: string;
  readonly createdAt: number;
}

/** Letters, digits and a few signs that names and addresses contain; no spaces at the ends. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@+'-]{0,62}[\p{L}\p{N}.])?$/u;
const PASSWORD_LENGTH_MIN = 10;
const PASSWORD_LENGTH_MAX = 200;

/** Returns what is wrong with a name, as a sentence, or null. */
export function complaintOfName(name: string): string | null {
  if (NAME.test(name)) return null;
  return "A user's name has 1 to 64 letters, digits, spaces or `.`, `_`, `@`, `+`, `'`, `-`, and begins with a letter or digit.";
}

/** Returns what is wrong with a new password, as a sentence, or null. */
export function complaintOfPassword(password: string): string | null {
  const length = Array.from(password).length;
  if (length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX) return null;
  return `A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters, got ${length}.`;
}

/** Names are compared without regard to case and Unicode form. */
export function signInNameOf(name: string): string {
  return toNormalForm(name, "NFKC").toLowerCase().trim();
}

export function userOf({ passwordHash: _passwordHash, signInName: _signInName, ...user }: UserRow): User {
  return user;
}
