import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { Gate } from "../lib/gate.ts";
import type { Message } from "../lib/http-out/exchange.ts";
import { nextTurn } from "../lib/next-turn.ts";
import type { Timer } from "../lib/timer.ts";
import { withTimeLimit } from "../lib/with-time-limit.ts";
import type { Delivery } from "./delivery.ts";
import { signatureHeaders } from "./sign.ts";

/** The document comes from our own database. If it takes longer, the fault is ours: the delivery waits, and no attempt counts. */
const LIMIT_MS = 10 * SECOND_MS;

export interface MessageDeps {
  readonly clock: Clock;
  readonly timer: Timer;
  /** The version of this program, for `User-Agent`. */
  readonly version: string;
  /** Builds the current result document, for every attempt anew. Null if the execution no longer exists. */
  bodyOf(executionId: string): Promise<string | null> | string | null;
  /** Returns the `whsec_` secrets of the execution's key, which sign now. Null if the execution or its key no longer exists. */
  secretsOf(executionId: string): Promise<readonly string[] | null> | readonly string[] | null;
}

/** The message of one attempt, with the time of its signature. */
export interface SignedMessage extends Message {
  readonly at: number;
}

/**
 * Builds the message to send in an attempt. Null if there is nothing to send. Rejects with TimeLimitExceeded if that
 * takes too long, and with the reason of `stop` if that is aborted.
 */
export type BuildMessage = (delivery: Delivery, stop: AbortSignal) => Promise<SignedMessage | null>;

/**
 * Starts one message per turn of the event loop, because a document takes milliseconds and hundreds of attempts can start
 * at the same time.
 */
export function messageBuilder(deps: MessageDeps): BuildMessage {
  const { timer } = deps;
  const gate = new Gate(1);
  return (delivery, stop) =>
    withTimeLimit(LIMIT_MS, timer, stop, async (signal) => {
      await gate.through(() => nextTurn(timer));
      signal.throwIfAborted();
      return buildMessage(deps, delivery);
    });
}

async function buildMessage(deps: MessageDeps, delivery: Delivery): Promise<SignedMessage | null> {
  const body = await deps.bodyOf(delivery.executionId);
  const secrets = await deps.secretsOf(delivery.executionId);
  if (body === null || secrets === null) return null;
  const at = deps.clock.now();
  const headers = {
    "content-type": "application/vnd.api+json",
    "user-agent": `Needledrop/${deps.version}`,
    ...signatureHeaders({ secrets, id: delivery.id, at, body }),
  };
  return { url: delivery.url, headers, body, at };
}
