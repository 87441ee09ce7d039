import { Type } from "@sinclair/typebox";
import { pageComplaints } from "../db/integrity.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { runOwnChild, readRequest } from "../native/own-child.ts";

const InspectRequest = Type.Object({ path: Type.String() });

const CHILD = {
  command: ["inspect-database"],
  answer: Type.Array(Type.String()),
  limits: {
    timeoutMs: 10 * MINUTE_MS,
    memoryBytesMax: 1_000_000_000,
    countsDataOnly: true,
    outputBytesMax: 100_000,
    // A reader of a database in WAL mode may have to create the file that its readers share.
    fileBytesMax: 1_000_000,
  },
  priority: "background",
  failure: "The database could not be inspected",
} as const;

/**
 * Reads every page of a database in a child process, so that the server does not stop meanwhile. Returns what is damaged; empty
 * for a sound database. Throws OwnChildFailed, or the signal's reason.
 */
export async function inspectApart(path: string, signal: AbortSignal): Promise<readonly string[]> {
  return await runOwnChild(CHILD, { path }, signal);
}

/** The child's side. */
export async function answerInspection(text: string): Promise<readonly string[]> {
  return pageComplaints(readRequest(InspectRequest, text).path);
}
