import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { randomId } from "../lib/ids.ts";
import { keepSetting, readSetting } from "./settings-store.ts";

export const ADMIN_TOKEN_FILE = "admin-token";
/** Begins the name of a token that is not in its place yet. */
export const ADMIN_TOKEN_ASIDE_PREFIX = `.${ADMIN_TOKEN_FILE}-`;

const SECRET_BYTES = 32;
const SIGNING_SECRET = "url_signing_secret";

/** The admin token: the configured one, else the one in the data folder, made (mode 0600) when there is none. */
export function adminTokenOf(config: Pick<Config, "dataDir" | "adminToken">): string {
  if (config.adminToken !== null) return config.adminToken;
  const path = join(config.dataDir, ADMIN_TOKEN_FILE);
  if (!existsSync(path)) placeToken(path, config.dataDir);
  const token = readFileSync(path, "utf8").trim();
  if (token === "") throw new Error(`${path} is empty; remove it, and the next start makes a new admin token.`);
  return token;
}

/** The secret that signs media URLs, made once per installation: a changed one would end every link given out. */
export function signingSecretOf(db: ServiceDb): string {
  return readSetting(db, SIGNING_SECRET) ?? db.transaction((tx) => keepSetting(tx, SIGNING_SECRET, newSecret()));
}

/** Written aside and linked into place, so that of several first starts one wins and nobody reads half a token. */
function placeToken(path: string, folder: string): void {
  const aside = join(folder, `${ADMIN_TOKEN_ASIDE_PREFIX}${randomId()}`);
  const file = openSync(aside, "wx", 0o600);
  try {
    writeSync(file, `${newSecret()}\n`);
    fsyncSync(file);
    linkSync(aside, path);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  } finally {
    closeSync(file);
    rmSync(aside, { force: true });
  }
}

function newSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64url");
}
