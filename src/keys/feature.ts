import type { Feature } from "../feature/feature.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import type { KeyUses } from "./key-uses.ts";

/** How precise the last use of a key is after a crash, and how often it is written at most. */
const WRITE_USES_EVERY_MS = MINUTE_MS;

/** Writes the last use of keys in the background. */
export function keysFeature({ keyUses }: { readonly keyUses: KeyUses }): Feature {
  return {
    name: "keys",
    duties: [{ name: "write key uses", everyMs: WRITE_USES_EVERY_MS, run: () => keyUses.write() }],
    services: [keyUses],
  };
}
