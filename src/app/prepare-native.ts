import { messageOf } from "../lib/assert.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { NativePartsUnusable } from "../native/unusable.ts";
import type { Core } from "./core.ts";

/**
 * Unpacks and checks the native parts, as the only server of the data folder. Searches over text do without them,
 * so a server whose data folder may not run programs serves on, and `doctor` fails until that is put right.
 */
export async function prepareNativeParts({ config, clock, log }: Core): Promise<void> {
  try {
    await openNativeParts(config.dataDir).prepare(clock.now());
  } catch (error) {
    if (!(error instanceof NativePartsUnusable)) throw error;
    log.error({ reason: messageOf(error) }, "native parts cannot be used; `needledrop doctor` says what to do");
  }
}
