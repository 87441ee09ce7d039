import type { executions } from "../../schema/tables/service/executions.ts";
import { HOUR_MS } from "../lib/clock.ts";

/** One run of a search. */
export type Execution = typeof executions.$inferSelect;

/** Equivalent searches of a key are answered from the last completed execution for so long after it ended. */
export const CACHE_LIFETIME_MS = 24 * HOUR_MS;
