import { readFileSync } from "node:fs";

/** Returns the name of a user, or `#1001` for an id without a name on this machine, as sudo takes it. */
export function userName(id: number, users = "/etc/passwd"): string {
  return namedIn(users, id) ?? `#${id}`;
}

/** Returns the user that this process acts as; null where the system has no user ids. */
export function ownUserId(): number | null {
  return process.geteuid?.() ?? null;
}

/** Each line is `name:password:id:…` (passwd(5)). */
function namedIn(users: string, id: number): string | null {
  try {
    const fields = readFileSync(users, "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return fields.find(([, , found]) => found === String(id))?.[0] ?? null;
  } catch {
    return null;
  }
}
