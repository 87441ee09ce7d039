import { join } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { embedded } from "./embedded.ts";
import { type ChildLimits, type ChildPriority, type ChildResult, runChild } from "./run-child.ts";

const COMPLAINT_CHARS_MAX = 1_000;

/** A command of this program that runs in a child process: a JSON request on stdin (or none), a JSON answer on stdout. */
export interface OwnChild<Answer extends TSchema> {
  /** The command and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly answer: Answer;
  readonly limits: ChildLimits;
  readonly priority: ChildPriority;
  /** Begins the message of a failure, as in "The index could not be built". */
  readonly failure: string;
}

/** The child ended without an answer. The message holds how it ended and the end of its stderr. */
export class OwnChildFailed extends Error {
  override readonly name = "OwnChildFailed";
  readonly end: ChildResult["end"];

  constructor(failure: string, { end, exitCode, signal, stderr }: ChildResult) {
    const how = end !== "exited" ? end : (signal ?? `exit status ${exitCode}`);
    super(`${failure} (${how}): ${stderr.trim().slice(-COMPLAINT_CHARS_MAX)}`);
    this.end = end;
  }
}

/** Runs the child to its end and returns its answer. Throws OwnChildFailed, or the signal's reason. */
export async function askOwnChild<Answer extends TSchema>(
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
  const answer =
    result.end === "exited" && result.exitCode === 0 ? parsed(new TextDecoder().decode(result.stdout)) : null;
  if (answer !== null && Value.Check(child.answer, answer.value)) return answer.value;
  throw new OwnChildFailed(child.failure, result);
}

/** The command line that starts this program again: `[...ownProgram(), "reindex", …]`. */
export function ownProgram(): readonly [string, ...string[]] {
  if (embedded !== null) return [process.execPath];
  return [process.execPath, join(import.meta.dir, "../main.ts")];
}

/** The child's side: parses the text of its stdin. Throws for a request of another form. */
export function readRequest<Request extends TSchema>(schema: Request, text: string): Static<Request> {
  const request = parsed(text);
  if (request !== null && Value.Check(schema, request.value)) return request.value;
  throw new Error("The request does not have the expected form.");
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
