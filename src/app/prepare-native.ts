import { messageOf } from "../lib/assert.ts";
import { type NativeParts, openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

/**
 * Unpacks and checks the native parts, as the only server of the data folder. Searches over text do without them,
 * so whatever goes wrong here is logged and the server serves on; `doctor` fails until that is put right. Never rejects.
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
    log.error({ reason: messageOf(error) }, "native parts cannot be used; `needledrop doctor` says what to do");
  }
}
