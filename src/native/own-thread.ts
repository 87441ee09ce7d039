import { embedded } from "./embedded.ts";

/** Modules that run in threads of their own, relative to `src`. The build adds each to the executable as an entry. */
export const OWN_THREADS = ["catalog/index-thread/thread.ts", "db/checkpoint-thread/thread.ts"] as const;

/** Starts a thread of this program with its own JavaScript heap. It runs until the caller terminates it. */
export function startOwnThread(module: (typeof OWN_THREADS)[number]): Worker {
  if (embedded === null) return new Worker(new URL(`../${module}`, import.meta.url).href);
  // The executable has its entries under their paths in the repository.
  return new Worker(`/$bunfs/root/src/${module.replace(/\.ts$/, ".js")}`);
}
