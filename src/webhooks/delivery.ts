import { type Static, Type } from "@sinclair/typebox";
import type { JobType } from "../jobs/job-kind.ts";
import type { AttemptOutcome } from "./attempt-result.ts";

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One webhook to send: the result of one execution to one URL. Times are milliseconds since the epoch. */
export interface Delivery {
  /** The `webhook-id` of every attempt and every replay. */
  readonly id: string;
  readonly executionId: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Attempts so far, replays included. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** One attempt in the delivery log. */
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

/** The job that makes the attempts of one delivery. jobs.ts has its implementation. */
export const DELIVERY_JOB: JobType<Static<typeof Payload>> = {
  name: "deliver_webhook",
  lane: "webhook",
  payload: Payload,
};

/** Returns the unique key of a delivery's job: a delivery has one job at a time. */
export function jobKeyOf(deliveryId: string): string {
  return `${DELIVERY_JOB.name}:${deliveryId}`;
}

/** Derived from the execution, so that a search which ends twice has one delivery. */
export function deliveryIdOf(executionId: string): string {
  return `msg_${executionId}`;
}
