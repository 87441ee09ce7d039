/**
 * Watches a database while its owner, who is not root, loses and gets back the permission for it. Prints the state of each step as JSON.
 *   lose-permission.ts UID FOLDER
 */
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { StorageWatch } from "../../src/app/storage-watch.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";

const [user = "", folder = ""] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  chownSync(folder, Number(user), Number(user));
  process.setgroups?.([Number(user)]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
const path = join(folder, "needledrop.db");
let now = 0;
const logged: string[] = [];
const log = (_fields: object, message: string): void => void logged.push(message);
const db = SqliteServiceDb.open(path);
const watch = new StorageWatch({
  db,
  clock: { now: () => now },
  log: { debug: log, info: log, warn: log, error: log },
  inspect: () => Promise.resolve([]),
});

function state(): { readonly detail: string; readonly advice: string | undefined } {
  now += MINUTE_MS;
  return { detail: watch.readiness().detail, advice: logged.pop() };
}

const states = [state(), state()];
for (const [target, usual] of [
  [path, 0o600],
  [folder, 0o700],
] as const) {
  chmodSync(target, 0);
  states.push(state());
  chmodSync(target, usual);
  states.push(state());
}
db.close();
console.log(JSON.stringify(states));
