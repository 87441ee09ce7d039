import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { randomId } from "../lib/ids.ts";
import { addSetting, readSetting } from "./settings-store.ts";

export const ADMIN_TOKEN_FILE = "admin-token";
/** Prefix of the temporary file of a new token. */
export const ADMIN_TOKEN_ASIDE_PREFIX = `.${ADMIN_TOKEN_FILE}-`;

const SECRET_BYTES = 32;
const SIGNING_SECRET = "url_signing_secret";
const IMPRINT_SECRET = "imprint_secret";

/** Returns the configured admin token, or else the one in the data folder. Creates it (mode 0600) if it is missing. */
export function adminTokenOf(config: Pick<Config, "dataDir" | "adminToken">): string {
  if (config.adminToken !== null) return config.adminToken;
  const path = join(config.dataDir, ADMIN_TOKEN_FILE);
  if (!existsSync(path)) placeToken(path, config.dataDir);
  const token = readFileSync(path, "utf8").trim();
  if (token === "") throw new Error(`${path} is empty; remove it, and the next start creates a new admin token.`);
  return token;
}

/** Returns the secret that signs media URLs. It is created once per installation: a new one would invalidate all links. */
export async function signingSecretOf(db: ServiceDb): Promise<string> {
  return await secretOf(db, SIGNING_SECRET);
}

/** Returns the secret of the imprints. It is created once per installation: with a new one, no file could be traced any more. */
export async function imprintSecretOf(db: ServiceDb): Promise<string> {
  return await secretOf(db, IMPRINT_SECRET);
}

/** Of several processes that create a secret at once, all get the one that was stored first. */
async function secretOf(db: ServiceDb, name: string): Promise<string> {
  return (await db.read(readSetting(db, name))) ?? (await db.write((tx) => addSetting(tx, name, newSecret())));
}

/** Writes a temporary file and links it, so that one of several first starts wins and no reader gets half a token. */
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
