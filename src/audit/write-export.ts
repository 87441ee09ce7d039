import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ServiceDb } from "../db/service-db.ts";
import { syncPath } from "../lib/sync-path.ts";
import { anchorLine, type Link, sealLine } from "./chain.ts";
import { settleTrail } from "./settle-trail.ts";
import { walkChain } from "./store.ts";

/** Characters that are collected before they are written. */
const CHUNK_LENGTH = 256 * 1024;

/**
 * Writes the trail to a new file: the anchor, the entries, and the seal. The file is complete or absent. Throws an Error for
 * the user if there is a file already. Returns the number of entries and the last one.
 */
export async function writeExport(
  db: ServiceDb,
  path: string,
): Promise<{ readonly entries: number; readonly last: Link }> {
  const target = resolve(path);
  if (existsSync(target)) throw new Error(`${path} exists already. Name a new file.`);
  if (!existsSync(dirname(target)))
    throw new Error(`There is no folder ${dirname(target)}. Create it, or name a file elsewhere.`);
  const temporary = `${target}.${process.pid}.partial`;
  try {
    const written = await writeLines(db, temporary);
    renameSync(temporary, target);
    await syncPath(dirname(target));
    return written;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

async function writeLines(db: ServiceDb, path: string): Promise<{ readonly entries: number; readonly last: Link }> {
  const file = openSync(path, "wx", 0o600);
  let waiting = "";
  let entries = 0;
  let last = null as Link | null;
  const write = (line: string): void => {
    waiting += `${line}\n`;
    if (waiting.length >= CHUNK_LENGTH) flush();
  };
  const flush = (): void => {
    const bytes = Buffer.from(waiting);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    waiting = "";
  };
  try {
    await settleTrail(db);
    await db.readMoment((reading) =>
      walkChain(
        reading,
        ({ anchor, head }) => {
          last = head;
          write(anchorLine(anchor));
        },
        (line) => {
          entries += 1;
          write(line);
          return true;
        },
      ),
    );
    if (last === null) throw new Error("Invariant broken: a walk begins with the ends");
    write(sealLine(last));
    flush();
    fsyncSync(file);
    return { entries, last };
  } finally {
    closeSync(file);
  }
}
