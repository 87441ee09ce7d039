/** The thread that moves the write-ahead log into the database (threaded-checkpoints.ts). */
import type { Database } from "bun:sqlite";
import { messageOf } from "../../lib/assert.ts";
import { openWritable } from "../open.ts";
import type { CheckpointAnswer, CheckpointRequest } from "./messages.ts";

declare const self: Worker;

/**
 * While one round is written to the disk, requests append to the log, so another one moves what is new, which is quick. Once a
 * round has moved everything, the next write begins the log again, and its file does not grow.
 */
const ROUNDS_MAX = 5;

const databases = new Map<string, Database>();

function move(path: string): void {
  const database = databases.get(path) ?? openWritable(path);
  databases.set(path, database);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [row] = database.query<unknown, []>("PRAGMA wal_checkpoint(PASSIVE)").values();
    const [isBusy, pages, moved] = row ?? [];
    // Busy: another process moves the log at this moment.
    if (isBusy !== 0 || pages === moved) return;
  }
}

function answerTo(request: CheckpointRequest): CheckpointAnswer {
  try {
    if (request.kind === "move") move(request.path);
    else for (const database of databases.values()) database.close();
    return { kind: "done" };
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

self.addEventListener("message", ({ data }: MessageEvent<CheckpointRequest>) => self.postMessage(answerTo(data), []));
