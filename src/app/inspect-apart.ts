import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { pageComplaints } from "../db/integrity.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { ownProgram } from "../native/own-child.ts";
import { type ChildLimits, runChild } from "../native/run-child.ts";

/** The name of the command that the child is started with (cli/inspect-database.ts). */
export const INSPECT_COMMAND = "inspect-database";

const LIMITS: ChildLimits = {
  timeoutMs: 10 * MINUTE_MS,
  memoryBytesMax: 1_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 100_000,
  // A reader of a database in WAL mode may have to create the shared-memory file.
  fileBytesMax: 1_000_000,
};

const Complaints = Type.Array(Type.String());

/**
 * Reads every page of a database in a child process, so that the server stays responsive. Returns the faults; none for a
 * sound database. Throws if the inspection fails.
 */
export async function inspectApart(path: string, signal: AbortSignal): Promise<readonly string[]> {
  const child = await runChild([...ownProgram(), INSPECT_COMMAND, path], {
    limits: LIMITS,
    priority: "background",
    signal,
  });
  signal.throwIfAborted();
  if (child.end !== "exited" || child.exitCode !== 0) {
    throw new Error(`The inspection ended early (${child.end}, ${child.exitCode ?? child.signal}): ${child.stderr}`);
  }
  const complaints: unknown = JSON.parse(new TextDecoder().decode(child.stdout));
  return Value.Parse(Complaints, complaints);
}

/** Returns the faults as JSON; this runs in the child. */
export function answerInspection(path: string): string {
  return JSON.stringify(pageComplaints(path));
}
