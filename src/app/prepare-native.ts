import { messageOf } from "../lib/assert.ts";
import { type NativeParts, openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

/**
 * Unpacks and checks the native parts. The caller is the only server of the data folder. Text searches work without native
 * parts, so a failure is only logged, and `doctor` fails until it is fixed. Never rejects.
 */
export async function prepareNativeParts(
  { config, clock, log }: Core,
  signal: AbortSignal,
  parts: Pick<NativeParts, "prepare"> = openNativeParts(config.dataDir),
): Promise<void> {
  try {
    await parts.prepare(clock.now(), signal);
  } catch (error) {
    if (signal.aborted) return;
    log.error({ reason: messageOf(error) }, "native parts cannot be used; run `needledrop doctor` for advice");
  }
}
