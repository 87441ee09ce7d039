import { type Static, Type } from "@sinclair/typebox";
import type { JobType } from "../jobs/job-kind.ts";
import type { AttemptOutcome } from "./attempt-result.ts";

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One webhook to send: the result of one execution to one URL. Times are milliseconds since the epoch. */
export interface Delivery {
  /** The `webhook-id` of every try and of every replay. */
  readonly id: string;
  readonly executionId: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Tries so far, replays included. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** What one try met. */
export interface DeliveryAttempt {
  /** 1 for the first. */
  readonly number: number;
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  readonly detail: string;
}

const Payload = Type.Object({ delivery_id: Type.String() });

/** Makes the tries of one delivery, each in its time. The work behind it is in jobs.ts. */
export const DELIVERY_JOB: JobType<Static<typeof Payload>> = {
  name: "deliver_webhook",
  lane: "webhook",
  payload: Payload,
};

/** A delivery has one job at a time. */
export function jobKeyOf(deliveryId: string): string {
  return `${DELIVERY_JOB.name}:${deliveryId}`;
}

/** Made of the execution, which has one delivery: a search that is finished a second time cannot add another one. */
export function deliveryIdOf(executionId: string): string {
  return `msg_${executionId}`;
}
