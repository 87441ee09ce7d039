import { pick, type RandomGenerator } from "../../../../src/sound/seeded.ts";
import type { CrashNode } from "./crash-node.ts";

/** A client tries again for this long, which is more than a start of a node on a busy machine. */
const ANSWERED_WITHIN_MS = 240_000;
const ATTEMPT_MAX_MS = 60_000;
const AGAIN_MIN_MS = 50;
const AGAIN_MAX_MS = 500;
/** A change of a shortlist is not repeated: its client looks first whether it was made. */
const LOOKED_UP = /^\/v1\/shortlists/;
/** Until then, a change whose answer was lost has been made, or never will be. */
const SETTLED_MS = 1_000;

export interface AskCounts {
  repeated: number;
}

/**
 * Returns how a client sends a request: to a random living node, and to another one if it gets no answer or 503. A change that must
 * not be repeated is answered with 503 if it got no answer.
 */
export function requestNodes(
  nodes: readonly CrashNode[],
  random: RandomGenerator,
  { over, counts }: { readonly over: AbortSignal; readonly counts: AskCounts },
): (path: string, init: RequestInit) => Promise<Response> {
  return async (path, init) => {
    const isRepeated = (init.method ?? "GET") === "GET" || !LOOKED_UP.test(path);
    const deadline = performance.now() + ANSWERED_WITHIN_MS;
    let last = "no node is ready";
    while (performance.now() < deadline) {
      over.throwIfAborted();
      const url = livingUrl(nodes, random);
      if (url !== null) {
        const signal = AbortSignal.any([over, AbortSignal.timeout(ATTEMPT_MAX_MS)]);
        const answer = await fetch(`${url}${path}`, { ...init, signal }).catch(String);
        if (typeof answer !== "string" && answer.status !== 503) return answer;
        if (!isRepeated) {
          await Bun.sleep(SETTLED_MS);
          return new Response(null, { status: 503 });
        }
        last = typeof answer === "string" ? answer : await answer.text();
        counts.repeated += 1;
      }
      await Bun.sleep(AGAIN_MIN_MS + random() * (AGAIN_MAX_MS - AGAIN_MIN_MS));
    }
    throw new Error(`${init.method ?? "GET"} ${path} was not answered: ${last}`);
  };
}

/** Returns the address of a node that is ready; null if none is. */
export function livingUrl(nodes: readonly CrashNode[], random: RandomGenerator): string | null {
  const urls = nodes.flatMap(({ url }) => (url === null ? [] : [url]));
  const [first, ...others] = urls;
  return first === undefined ? null : pick(random, [first, ...others]);
}
