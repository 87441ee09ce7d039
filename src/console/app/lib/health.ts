import { signal } from "@preact/signals";
import type { Readiness } from "../../../../clients/typescript/operations.ts";
import { client } from "./client.ts";

export interface ServiceHealth {
  readonly version: string;
  readonly isReady: boolean;
  readonly checks: Readiness["meta"]["checks"];
}

/** The state of the service; null until it has answered. */
export const health = signal<ServiceHealth | null>(null);

/** Reads the state of the service. Throws if the service cannot be reached. */
export async function readHealth(): Promise<void> {
  const [alive, ready] = await Promise.all([client.readHealth(), client.readReadiness()]);
  const { status, checks } = ready.body.meta;
  health.value = { version: alive.body.meta.version, isReady: status === "ready", checks };
}
