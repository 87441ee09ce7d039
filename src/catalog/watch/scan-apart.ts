import { Type } from "@sinclair/typebox";
import { MINUTE_MS } from "../../lib/clock.ts";
import { readRequest, runOwnChild } from "../../native/own-child.ts";
import { type FolderScan, scanFolder } from "./scan-folder.ts";

const ScanRequest = Type.Object({ folder: Type.String() });
const ScanAnswer = Type.Union([
  Type.Object({ kind: Type.Literal("scanned"), fingerprint: Type.String(), files: Type.Integer() }),
  Type.Object({ kind: Type.Literal("unavailable"), reason: Type.String() }),
]);

const CHILD = {
  command: ["scan-folder"],
  answer: ScanAnswer,
  limits: {
    timeoutMs: 10 * MINUTE_MS,
    memoryBytesMax: 1_000_000_000,
    countsDataOnly: true,
    outputBytesMax: 100_000,
  },
  priority: "background",
  failure: "The folder could not be scanned",
} as const;

/**
 * Scans a folder in a child process. A network mount that does not answer blocks its callers in the kernel, and must not
 * block the server's threads. Throws OwnChildFailed, or the signal's reason.
 */
export async function scanApart(folder: string, signal: AbortSignal): Promise<FolderScan> {
  return await runOwnChild(CHILD, { folder }, signal);
}

/** The child's side. */
export async function answerScan(text: string): Promise<FolderScan> {
  return await scanFolder(readRequest(ScanRequest, text).folder);
}
