import { rm } from "node:fs/promises";
import { Elysia } from "elysia";
import type { RefusalName } from "../../../schema/errors.ts";
import { AudioUnreadable } from "../../audio/audio-unreadable.ts";
import type { FeatureDeps } from "../../feature/feature.ts";
import { jsonApi } from "../../http/json-api.ts";
import { IDLE_TIMEOUT_SECONDS } from "../../http/socket-limits.ts";
import { type BodyRefusal, writeBody } from "../../lib/write-body.ts";
import { administration, ADMINISTRATORS } from "../../keys/admin-authentication.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { KeyedSlots } from "../../lib/keyed-slots.ts";
import { Refused, type RefusalCase, refusal, refuse } from "../../lib/refusal.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { traceFile } from "./trace-file.ts";

const PATH = "/v1/admin/watermark/identify";
/** An hour of CD quality is larger; as FLAC or AAC it fits. */
const FILE_BYTES_MAX = 500_000_000;
/** Each search uses a processor. */
const SLOTS = { totalMax: 2, perOwnerMax: 2 };
const BUSY_RETRY_SECONDS = 10;
const UPLOAD_REFUSALS: Readonly<Record<BodyRefusal, readonly [RefusalName, RefusalCase]>> = {
  too_large: [
    "body_too_large",
    { detail: `A file can have at most ${FILE_BYTES_MAX} bytes.`, meta: { limit_bytes: FILE_BYTES_MAX } },
  ],
  no_room: ["upload_impossible", { detail: "The disk of the server has no room for the file." }],
  incomplete: ["bad_request", { detail: "The upload ended before it was complete." }],
  too_slow: ["body_too_slow", {}],
};

/** Finds whose file a recording was copied from. The recording is removed after the search. */
export function identifyRoutes(
  deps: Pick<FeatureDeps, "access" | "audit" | "clock" | "config" | "contexts" | "db" | "newId" | "storage" | "timer">,
  { secret, newPath }: { readonly secret: string; readonly newPath: () => string },
) {
  const { audit, clock, config, contexts, db, newId, storage, timer } = deps;
  const slots = new KeyedSlots(SLOTS);
  const parts = openNativeParts(config.dataDir);
  const receive = async (request: Request, body: ReadableStream<Uint8Array>, path: string): Promise<void> => {
    const limits = { bytesMax: FILE_BYTES_MAX, timer, freeBytes: () => freeBytes(config.dataDir) };
    const received = await writeBody(path, body, limits);
    if (typeof received === "string") {
      const [refused, more] = UPLOAD_REFUSALS[received];
      throw new Refused([refusal(refused, more)], { connection: "close" });
    }
    contexts.of(request).isBodyRead = true;
    if (received === 0) throw refuse("empty_file");
  };
  return new Elysia().use(administration(deps)).post(
    PATH,
    async ({ request, by, server }) => {
      // Bun's idle timer would end a long search: nothing is sent before its end. `writeBody` watches for stalls of the upload.
      server?.timeout(request, 0);
      if (request.body === null) throw refuse("empty_file");
      storage.requireWritable();
      const release = slots.take(ADMINISTRATORS);
      if (release === null) {
        const headers = { "retry-after": String(BUSY_RETRY_SECONDS), connection: "close" };
        throw new Refused([refusal("uploads_busy")], headers);
      }
      const path = newPath();
      try {
        await receive(request, request.body, path);
        const tools = { parts, signal: request.signal, priority: () => "soon" as const };
        const attributes = await traceFile(path, { db, secret, tools, now: clock.now() });
        const objects = { recipients: attributes.found.map(({ number }) => String(number)) };
        await audit.record({ ...by, action: "watermark.identified", objects });
        return jsonApi({ data: { type: "watermark_searches", id: newId(), attributes } });
      } catch (error) {
        if (!(error instanceof AudioUnreadable)) throw error;
        throw refuse("unsupported_format", { detail: `The file cannot be read. ${error.message}` });
      } finally {
        server?.timeout(request, IDLE_TIMEOUT_SECONDS);
        release();
        await rm(path, { force: true });
      }
    },
    { parse: "none" },
  );
}
