import { Refused, refusal } from "../lib/refusal.ts";
import type { StorageFailure } from "../lib/storage-failure.ts";

/** Another process releases the lock soon. Every other failure needs the operator. */
const RETRY_AFTER_SECONDS = { busy: 5, others: 30 } as const;

const DETAILS: Readonly<Partial<Record<StorageFailure, string>>> = {
  full: "The service has no room on its disk. Retry after the time in Retry-After. If this continues, tell the operator.",
  busy: "The service's database is busy. Retry after the time in Retry-After.",
};

/** Returns a 503 for a storage failure. Its text contains no path and no message of SQLite. */
export function storageRefused(failure: StorageFailure): Refused {
  const detail = DETAILS[failure];
  const seconds = failure === "busy" ? RETRY_AFTER_SECONDS.busy : RETRY_AFTER_SECONDS.others;
  return new Refused([refusal("storage_unavailable", detail === undefined ? {} : { detail })], {
    "retry-after": String(seconds),
  });
}
