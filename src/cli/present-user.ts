import type { User } from "../users/user.ts";
import { isoTime } from "./print.ts";

/** A user for `--json`. `key` is the id of the key that the user acts with. */
export function userDocument({ id, name, role, keyId, createdAt }: User): object {
  return { id, name, role, key: keyId, created_at: isoTime(createdAt) };
}

export function userMissing(name: string): Error {
  return new Error(`There is no user ${JSON.stringify(name)}; \`needledrop users list\` shows all users.`);
}
