import { Type } from "@sinclair/typebox";
import { BackupManifest } from "../../db/backup-manifest.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { type OwnChild, runOwnChild } from "../../native/own-child.ts";

/** A terabyte on a slow disk needs hours. */
const LIMITS = {
  timeoutMs: 12 * HOUR_MS,
  memoryBytesMax: 2_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 1_000_000,
  fileBytesMax: 2 ** 50,
} as const;

/** Makes a backup in a child process of low priority, because a snapshot would stop the server meanwhile. */
export async function backUpApart(path: string, dataDir: string, signal: AbortSignal): Promise<void> {
  await runOwnChild(childFor(["backup", path], dataDir, "The backup could not be written"), null, signal);
}

/** Reads a backup to its end in a child process, and compares it with its digests. */
export async function verifyApart(path: string, dataDir: string, signal: AbortSignal): Promise<void> {
  await runOwnChild(childFor(["backup verify", path], dataDir, "The backup cannot be restored"), null, signal);
}

const Answer = Type.Intersect([Type.Object({ file: Type.String() }), BackupManifest]);

function childFor(
  [command = "", path = ""]: readonly string[],
  dataDir: string,
  failure: string,
): OwnChild<typeof Answer> {
  const [first = "", ...more] = command.split(" ");
  return {
    command: [first, ...more, path, "--data", dataDir, "--json"],
    answer: Answer,
    limits: LIMITS,
    priority: "background",
    failure,
  };
}
