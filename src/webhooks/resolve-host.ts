import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { SECOND_MS } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";

/** If the first resolver has not answered after this time, the second one starts too. */
const LATE_MS = 2 * SECOND_MS;
const QUERY_LIMIT = { timeout: 2 * SECOND_MS, tries: 2 } as const;

/** Resolves a host name. When `signal` is aborted, the result is no longer needed. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export interface HostResolverOptions {
  readonly timer: Timer;
  readonly first?: Resolve;
  readonly second?: Resolve;
}

/**
 * Resolves names by /etc/hosts and DNS, with c-ares. `node:dns` lookup is not used: Bun 1.4.5 runs it on the threads that
 * also read files, one per core, so a few names whose servers do not answer block both for minutes.
 *
 * The first resolver knows /etc/hosts and search domains, but uses the name servers from the start of the process. If it
 * fails or is late, the second one reads resolv.conf again. The first addresses that arrive are used.
 */
export function hostResolver({ timer, first = lookup, second = queryDns }: HostResolverOptions): Resolve {
  return async (host, signal) => {
    const { promise: isLate, resolve: reportLate } = Promise.withResolvers<void>();
    const cancelTimer = timer.after(LATE_MS, reportLate);
    const primary = first(host, signal);
    const hasFailed = primary.then(
      () => new Promise<never>(() => undefined),
      () => undefined,
    );
    const fallback = Promise.race([isLate, hasFailed]).then(() => {
      signal.throwIfAborted();
      return second(host, signal);
    });
    try {
      return await firstOf(primary, fallback);
    } finally {
      cancelTimer();
    }
  };
}

/** Returns the first result. If both fail, rejects with the second one's reason. */
async function firstOf<Value>(one: Promise<Value>, other: Promise<Value>): Promise<Value> {
  try {
    return await Promise.any([one, other]);
  } catch {
    return other;
  }
}

const lookup: Resolve = (host) => Bun.dns.lookup(host, { backend: "c-ares" });

/** Queries both address families. The name servers are those of resolv.conf, unless `servers` names others. */
export async function queryDns(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver(QUERY_LIMIT);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
    if (found.length === 0 && v4.status === "rejected") throw v4.reason;
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function addressesOf(answer: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] {
  return answer.status === "rejected" ? [] : answer.value.map((address) => ({ address, family }));
}
