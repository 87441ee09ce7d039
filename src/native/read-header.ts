import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { SECOND_MS } from "../lib/clock.ts";
import type { FfmpegSource } from "./ffmpeg-source.ts";
import type { ChildResult } from "./run-child.ts";
import { type FfprobeRun, PROBE_LIMITS, runFfprobe } from "./run-ffprobe.ts";

/** ffprobe exits with this status if it cannot read a file. A shell that cannot start it exits with a higher one. */
const UNREADABLE_STATUS = 1;

/** What to read from a header, and the form that the report must have. */
export interface HeaderQuery<Report extends TSchema> {
  readonly entries: string;
  readonly report: Report;
}

/**
 * Reads the header of an untrusted file with ffprobe. Returns "unreadable" for a file without the report that the query
 * expects, and "too slow" for one that used up the processor time. Throws the signal's reason, and an Error if the machine is
 * at fault: too busy, out of memory, ffprobe missing.
 */
export async function readHeader<Report extends TSchema>(
  ffprobe: string,
  source: FfmpegSource,
  { entries, report }: HeaderQuery<Report>,
  run: FfprobeRun,
): Promise<Static<Report> | "unreadable" | "too slow"> {
  const result = await runFfprobe(ffprobe, source, entries, run);
  if (result.end === "cpu-exceeded") return "too slow";
  const { timeoutMs } = run.limits ?? PROBE_LIMITS;
  if (result.end === "timed-out") throw new Error(`ffprobe did not end within ${timeoutMs / SECOND_MS} seconds.`);
  throwIfNotRun(result);
  return parseReport(report, result.stdout) ?? "unreadable";
}

/** Parses a number that ffprobe printed. Null if it is absent, "N/A" or not a valid length or rate. */
export function positiveNumber(text: string | number | undefined): number | null {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Parses what ffprobe printed as JSON. Null if it does not match the schema. */
export function parseReport<Report extends TSchema>(schema: Report, stdout: Uint8Array): Static<Report> | null {
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(stdout));
    return Value.Check(schema, report) ? report : null;
  } catch {
    return null;
  }
}

/** Throws if the system killed ffprobe, for example for lack of memory, or could not start it. */
function throwIfNotRun({ end, exitCode, signal, stderr }: ChildResult): void {
  const wasKilled = end === "exited" && signal === "SIGKILL";
  const wasNotStarted = exitCode !== null && exitCode > UNREADABLE_STATUS;
  if (wasKilled || wasNotStarted)
    throw new Error(`ffprobe failed (${signal ?? `status ${exitCode}`}): ${stderr.trim()}`);
}
