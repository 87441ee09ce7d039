import { hashToken } from "../keys/token.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { rows } from "../db/work.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { type Attempting, DELAY_MAX_MS, FORGET_AFTER_MS, FREE_ATTEMPTS } from "./sign-in-attempts.ts";

const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)";
const DELAY = `CASE WHEN a.count < ${FREE_ATTEMPTS} THEN 0
  ELSE least(${DELAY_MAX_MS}, ${SECOND_MS} * 2 ^ (least(a.count, 20) - ${FREE_ATTEMPTS})) END`;
const IS_FORGOTTEN = `(${NOW} < a.at OR ${NOW} - a.at >= ${FORGET_AFTER_MS})`;

/** A name that has to wait keeps its row, so no row is returned. */
const BEGIN = `INSERT INTO sign_in_attempts AS a (name, count, at) VALUES (?, 1, ${NOW})
  ON CONFLICT (name) DO UPDATE SET count = CASE WHEN ${IS_FORGOTTEN} THEN 1 ELSE a.count + 1 END, at = ${NOW}
  WHERE ${IS_FORGOTTEN} OR a.at + ${DELAY} <= ${NOW}
  RETURNING a.count`;
const WAIT = `SELECT a.at + ${DELAY} - ${NOW} AS "waitMs" FROM sign_in_attempts a WHERE a.name = ?`;
const SUCCEEDED = "DELETE FROM sign_in_attempts WHERE name = ?";
const FORGET = `DELETE FROM sign_in_attempts a WHERE ${IS_FORGOTTEN}`;

/** Like SignInAttempts, for several nodes: rows on PostgreSQL, by its clock. */
export class SharedSignInAttempts implements Attempting {
  readonly #db: ServiceDb;

  constructor(db: ServiceDb) {
    this.#db = db;
  }

  async begin(name: string): Promise<number> {
    const id = hashToken(name);
    const counted = await this.#db.change(BEGIN, [id]);
    if (counted.length > 0) return 0;
    const [row] = await this.#db.read(rows<{ readonly waitMs: number }>(this.#db, WAIT, id));
    // The delay can have ended meanwhile.
    return Math.max(1, row?.waitMs ?? 1);
  }

  async succeeded(name: string): Promise<void> {
    await this.#db.change(SUCCEEDED, [hashToken(name)]);
  }
}

/** Deletes the attempts that no delay follows from any more. There are as many as passwords can be compared in that time. */
export async function deleteForgottenAttempts(db: ServiceDb): Promise<void> {
  if (db.engine === "postgres") await db.change(FORGET, []);
}
