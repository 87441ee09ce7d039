import { ownProgram } from "../../native/own-program.ts";
import { type ChildLimits, runChild } from "../../native/run-child.ts";
import type { RenderRequest } from "./render-request.ts";

/** The name of the command that is no command for people: cli/render-sound.ts. */
export const RENDER_COMMAND = "render-sound";

/** A piece takes half a second of one core; the rest is for a machine with other work. */
const LIMITS: ChildLimits = {
  timeoutMs: 60_000,
  // Below 2 GB Bun's compiler finds no room for its code, says nothing and interprets: sixteen times slower, measured.
  memoryBytesMax: 3_000_000_000,
  countsDataOnly: true,
  outputBytesMax: 4_096,
  fileBytesMax: 20_000_000,
};

export type RenderSound = (request: RenderRequest, signal?: AbortSignal) => Promise<void>;

/**
 * Renders in a process apart, so that it does not block the server's thread. Only requests ask for sound, and they wait
 * for it. Throws when the process fails.
 */
export const renderApart: RenderSound = async (request, signal) => {
  const input = new TextEncoder().encode(JSON.stringify(request));
  const run = { limits: LIMITS, priority: "request", input, ...(signal === undefined ? {} : { signal }) } as const;
  const { end, exitCode, stderr } = await runChild([...ownProgram(), RENDER_COMMAND], run);
  if (end === "exited" && exitCode === 0) return;
  throw new Error(
    `The sound of ${request.song.id} could not be rendered (${end}, status ${exitCode}): ${stderr.trim()}`,
  );
};
