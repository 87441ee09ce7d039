import { Refused, refusal } from "../lib/refusal.ts";
import type { StorageFailure } from "../lib/storage-failure.ts";

/** Another process lets go of the lock soon; anything else takes an operator. */
const RETRY_AFTER_SECONDS = { busy: 5, others: 30 } as const;

const DETAILS: Readonly<Partial<Record<StorageFailure, string>>> = {
  full: "The service has no room to store anything now; try again after Retry-After, and tell the operator if it stays so.",
  busy: "The service's database is busy; try again after Retry-After.",
};

/** 503 for a request that meets a failure of storage. It names no path and no message of SQLite. */
export function storageRefused(failure: StorageFailure): Refused {
  const detail = DETAILS[failure];
  const seconds = failure === "busy" ? RETRY_AFTER_SECONDS.busy : RETRY_AFTER_SECONDS.others;
  return new Refused([refusal("storage_unavailable", detail === undefined ? {} : { detail })], {
    "retry-after": String(seconds),
  });
}
