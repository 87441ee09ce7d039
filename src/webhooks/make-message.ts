import type { Timer } from "../lib/timer.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { Gate } from "../lib/gate.ts";
import type { Message } from "../lib/http-out/exchange.ts";
import type { Delivery } from "./delivery.ts";
import { signatureHeaders } from "./sign.ts";
import { within } from "../lib/within.ts";

/** A document comes from our own database. One that takes longer is a fault of ours, and no try is made. */
const LIMIT_MS = 10 * SECOND_MS;

export interface MessageParts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** This program's version, for `User-Agent`. */
  readonly version: string;
  /** The result document as it is now, made fresh for every try; null when the execution no longer exists. */
  bodyOf(executionId: string): Promise<string | null> | string | null;
  /** The `whsec_` secret of the execution's key; null when the execution or its key no longer exists. */
  secretOf(executionId: string): Promise<string | null> | string | null;
}

/** What one try sends, and when it was signed. */
export interface SignedMessage extends Message {
  readonly at: number;
}

/** Makes the message of a try; null when there is nothing left to send. Rejects when `stop` is aborted, and with Late. */
export type MakeMessage = (delivery: Delivery, stop: AbortSignal) => Promise<SignedMessage | null>;

/**
 * Begins one message in each turn of the event loop: a document takes milliseconds, and hundreds of tries can begin
 * together.
 */
export function messageMaker(parts: MessageParts): MakeMessage {
  const { timer } = parts;
  const gate = new Gate(1);
  return (delivery, stop) =>
    within(LIMIT_MS, timer, stop, async (signal) => {
      await gate.through(() => new Promise<void>((resume) => void timer.after(0, resume)));
      signal.throwIfAborted();
      return makeMessage(parts, delivery);
    });
}

async function makeMessage(parts: MessageParts, delivery: Delivery): Promise<SignedMessage | null> {
  const body = await parts.bodyOf(delivery.executionId);
  const secret = await parts.secretOf(delivery.executionId);
  if (body === null || secret === null) return null;
  const at = parts.clock.now();
  const headers = {
    "content-type": "application/vnd.api+json",
    "user-agent": `Needledrop/${parts.version}`,
    ...signatureHeaders({ secret, id: delivery.id, at, body }),
  };
  return { url: delivery.url, headers, body, at };
}
