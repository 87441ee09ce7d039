import { join } from "node:path";
import { countUsers } from "../users/store.ts";
import type { Core } from "./core.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";

/** Says how the first person signs in to the console, without the secret; null if somebody has a name and a password already. */
export async function firstSignIn({ db, config }: Pick<Core, "db" | "config">, url: string): Promise<string | null> {
  if ((await db.read(countUsers(db))) > 0) return null;
  const token =
    config.adminToken === null ? `in the file ${join(config.dataDir, ADMIN_TOKEN_FILE)}` : "the setting ADMIN_TOKEN";
  return `nobody has a password yet: open ${url} and sign in with the admin token, which is ${token}`;
}
