import { join } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { parseChecked } from "../lib/parse-json.ts";
import { embedded } from "./embedded.ts";
import { type ChildLimits, type ChildPriority, type ChildResult, runChild } from "./run-child.ts";

const STDERR_CHARS_MAX = 1_000;

/** A command of this program that runs in a child process. It reads a JSON request from stdin, if any, and writes a JSON answer to stdout. */
export interface OwnChild<Answer extends TSchema> {
  /** The command and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly answer: Answer;
  readonly limits: ChildLimits;
  readonly priority: ChildPriority;
  /** The beginning of the message of a failure, such as "The index could not be built". */
  readonly failure: string;
}

/** The child ended without a valid answer. The message contains how it ended and the last part of its stderr. */
export class OwnChildFailed extends Error {
  override readonly name = "OwnChildFailed";
  readonly end: ChildResult["end"];

  constructor(failure: string, { end, exitCode, signal, stderr }: ChildResult) {
    const how = end !== "exited" ? end : (signal ?? `exit status ${exitCode}`);
    super(`${failure} (${how}): ${stderr.trim().slice(-STDERR_CHARS_MAX)}`);
    this.end = end;
  }
}

/** Runs the child and returns its answer. Throws OwnChildFailed, or the signal's reason. */
export async function runOwnChild<Answer extends TSchema>(
  child: OwnChild<Answer>,
  request: object | null,
  signal?: AbortSignal,
): Promise<Static<Answer>> {
  const result = await runChild([...ownProgram(), ...child.command], {
    limits: child.limits,
    priority: child.priority,
    ...(request === null ? {} : { input: new TextEncoder().encode(JSON.stringify(request)) }),
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  const hasAnswered = result.end === "exited" && result.exitCode === 0;
  const answer = hasAnswered ? parseChecked(child.answer, new TextDecoder().decode(result.stdout)) : null;
  if (answer !== null) return answer;
  throw new OwnChildFailed(child.failure, result);
}

/** The beginning of a command line that starts this program: `[...ownProgram(), "reindex", …]`. */
export function ownProgram(): readonly [string, ...string[]] {
  if (embedded !== null) return [process.execPath];
  return [process.execPath, join(import.meta.dir, "../main.ts")];
}

/** Where the executable is usually installed. */
const INSTALLED = "/usr/local/bin/needledrop";

/** Returns the path of the executable, or where it is usually installed if this program runs from its sources. */
export function executablePath(): string {
  return embedded === null ? INSTALLED : process.execPath;
}

/** Parses the text of stdin, in the child. Throws if the request does not match the schema. */
export function readRequest<Request extends TSchema>(schema: Request, text: string): Static<Request> {
  const request = parseChecked(schema, text);
  if (request !== null) return request;
  throw new Error("The request does not have the expected form.");
}
