import type { Timer } from "../jobs/timer.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import { isSoundRef } from "../media/sound-ref.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import { SoundBusy, type SoundShelf } from "./sound-shelf.ts";

const BUSY_RETRY_AFTER_SECONDS = 60;
/** As for whatever else is made on request (media/make/maker.ts). */
const REQUEST_WAIT_MS = 5 * SECOND_MS;
const RETRY_AFTER_SECONDS = 5;

/** The same files, and those of the demonstration catalog, which are rendered before they are located. */
export function soundFiles(shelf: Pick<SoundShelf, "fileOf">, others: MediaFiles): MediaFiles {
  return {
    locate: async (ref) => {
      if (!isSoundRef(ref)) return await others.locate(ref);
      const path = await shelf.fileOf(ref).catch((error: unknown) => {
        throw error instanceof SoundBusy ? notReady(BUSY_RETRY_AFTER_SECONDS) : error;
      });
      if (path === null) throw refuse("not_found");
      return path;
    },
  };
}

/** The same for a request: what takes longer than it waits is 503, and goes on. */
export function filesInTime(files: MediaFiles, timer: Timer): MediaFiles {
  return {
    locate: async (ref) => {
      if (!isSoundRef(ref)) return await files.locate(ref);
      const late = Promise.withResolvers<never>();
      const callOff = timer.after(REQUEST_WAIT_MS, () => late.reject(notReady(RETRY_AFTER_SECONDS)));
      try {
        return await Promise.race([files.locate(ref), late.promise]);
      } finally {
        callOff();
      }
    },
  };
}

function notReady(retryAfterSeconds: number): Refused {
  return new Refused([refusal("not_ready")], { "retry-after": String(retryAfterSeconds) });
}
