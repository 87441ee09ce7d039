import { Refused, refusal } from "../lib/refusal.ts";
import type { StorageFailure } from "../lib/storage-failure.ts";

/** Another process releases the lock soon, and a server of the database is started again. Every other failure needs the operator. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<StorageFailure, number>>> = { busy: 5, unreachable: 5 };
const RETRY_AFTER_OTHERS_SECONDS = 30;

const DETAILS: Readonly<Partial<Record<StorageFailure, string>>> = {
  full: "The service has no room on its disk. Retry after the time in Retry-After. If this continues, tell the operator.",
  busy: "The service's database is busy. Retry after the time in Retry-After.",
  unreachable: "The service's database does not answer. Retry after the time in Retry-After.",
};

/** Returns a 503 for a storage failure. Its text contains no path and no message of SQLite. */
export function storageRefused(failure: StorageFailure): Refused {
  const detail = DETAILS[failure];
  const seconds = RETRY_AFTER_SECONDS[failure] ?? RETRY_AFTER_OTHERS_SECONDS;
  return new Refused([refusal("storage_unavailable", detail === undefined ? {} : { detail })], {
    "retry-after": String(seconds),
  });
}
