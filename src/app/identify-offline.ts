import type { WatermarkSearch } from "../../schema/wire/watermark.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import { traceFile } from "../media/imprint/trace-file.ts";
import type { AudioTools } from "../media/make/run-audio.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";
import { imprintSecretOf } from "./secrets.ts";

/** Finds the recipients whose imprints a file on the disk has. Throws with a sentence for people if the file cannot be read. */
export async function identifyOffline({ config, db, clock }: Core, path: string): Promise<WatermarkSearch> {
  const tools: AudioTools = {
    parts: openNativeParts(config.dataDir),
    signal: new AbortController().signal,
    priority: () => "request",
  };
  const parts = { db, secret: await imprintSecretOf(db), tools, now: clock.now() };
  return await traceFile(path, parts).catch((error: unknown) => {
    throw error instanceof AudioUnreadable ? new Error(`${path} cannot be read. ${error.message}`) : error;
  });
}
