import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

const PACKAGES = "/usr/lib/postgresql";

/** The folder of the programs of Debian's newest PostgreSQL; undefined if it is not installed. */
export const POSTGRES_BIN: string | undefined = existsSync(PACKAGES)
  ? readdirSync(PACKAGES)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(PACKAGES, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")))
  : undefined;

/** The id of the user that runs the server if this process is root, which PostgreSQL refuses; otherwise null. */
export function postgresUser(): number | null {
  if (userInfo().uid !== 0) return null;
  return Number(Bun.spawnSync(["id", "-u", "postgres"]).stdout.toString());
}
