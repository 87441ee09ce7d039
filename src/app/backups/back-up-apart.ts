import { Type } from "@sinclair/typebox";
import { BackupManifest } from "../../db/backup-manifest.ts";
import { DAY_MS, systemClock } from "../../lib/clock.ts";
import { type OwnChild, readRequest, runOwnChild } from "../../native/own-child.ts";
import type { MediaBackedUp } from "./back-up-media.ts";
import type { FileCount } from "./file-count.ts";
import type { LeftOut } from "./left-out.ts";
import { sweepBackupMedia } from "./sweep-backup-media.ts";

/** A terabyte on a slow disk needs hours. */
const LIMITS = {
  timeoutMs: DAY_MS,
  memoryBytesMax: 2_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 1_000_000,
  fileBytesMax: 2 ** 50,
} as const;

export interface BackupApart {
  readonly path: string;
  readonly dataDir: string;
  readonly withMedia: boolean;
}

export interface BackedUpApart {
  readonly leftOut: LeftOut | null;
  readonly media: MediaBackedUp | null;
}

/** Makes a backup in a child process of low priority, because a snapshot would stop the server meanwhile. */
export async function backUpApart(
  { path, dataDir, withMedia }: BackupApart,
  signal: AbortSignal,
): Promise<BackedUpApart> {
  const command = ["backup-for-server", path, ...(withMedia ? ["--media"] : [])] as const;
  const child = childFor([...command], dataDir, "The backup could not be written");
  const { left_out: leftOut, media = null } = await runOwnChild(child, null, signal);
  return {
    leftOut:
      leftOut === undefined ? null : { media: leftOut.media, inPlace: leftOut.in_place, uploads: leftOut.uploads },
    media: media !== null && "listed" in media ? media : null,
  };
}

/**
 * Reads a backup to its end in a child process, and compares it with its digests. Compares media by size only: those that this
 * backup has copied were read back, and reading all of them would take hours.
 */
export async function verifyApart(path: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const command = ["backup", "verify", path, "--sizes-only"] as const;
  await runOwnChild(childFor([...command], dataDir, "The backup cannot be restored"), null, signal);
}

const Files = Type.Object({ files: Type.Integer(), bytes: Type.Integer() });
const Media = Type.Object({
  folder: Type.String(),
  listed: Files,
  copied: Files,
  unreadable: Type.Object({ files: Type.Integer(), first: Type.Array(Type.String()) }),
});
const Answer = Type.Intersect([
  Type.Object({
    file: Type.String(),
    left_out: Type.Optional(Type.Object({ media: Files, in_place: Files, uploads: Files })),
    media: Type.Optional(Type.Union([Media, Files, Type.Null()])),
  }),
  BackupManifest,
]);

function childFor(command: readonly [string, ...string[]], dataDir: string, failure: string): OwnChild<typeof Answer> {
  return {
    command: [...command, "--data", dataDir, "--json"],
    answer: Answer,
    limits: LIMITS,
    priority: "background",
    failure,
  };
}

const SWEEP = {
  command: ["sweep-backup-media"],
  answer: Files,
  limits: LIMITS,
  priority: "background",
  failure: "Media of removed backups could not be removed",
} as const;
const SweepRequest = Type.Object({ folder: Type.String() });

/** Removes media that no backup names, in a child process: the lists of all backups can have millions of lines. */
export async function sweepMediaApart(folder: string, signal: AbortSignal): Promise<FileCount> {
  return await runOwnChild(SWEEP, { folder }, signal);
}

/** The child's side. */
export async function answerBackupMediaSweep(text: string): Promise<FileCount> {
  return await sweepBackupMedia(readRequest(SweepRequest, text).folder, systemClock);
}
