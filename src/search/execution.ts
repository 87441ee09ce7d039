import type { executions } from "../../schema/tables/service/executions.ts";
import { HOUR_MS } from "../lib/clock.ts";

/** One run of a search, with its stored answer (JSON) once it has completed. */
export type Execution = typeof executions.$inferSelect & { readonly answer: string | null };

/** Equivalent searches of a key are answered from the last completed execution for so long after it ended. */
export const CACHE_LIFETIME_MS = 24 * HOUR_MS;
