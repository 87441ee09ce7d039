import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Timer } from "../lib/timer.ts";
import { SECOND_MS } from "../lib/clock.ts";

/** When the first resolver has no answer by then, a second one is asked too. */
const LATE_MS = 2 * SECOND_MS;
const QUERY_LIMIT = { timeout: 2 * SECOND_MS, tries: 2 } as const;

/** The addresses of a name. May stop its work when `signal` is aborted; nobody waits for it then. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export interface HostResolverOptions {
  readonly timer: Timer;
  readonly first?: Resolve;
  readonly second?: Resolve;
}

/**
 * Resolves names by /etc/hosts and DNS, with c-ares. Not with `node:dns` lookup: Bun 1.4.5 runs that on the threads that
 * also read files, one per core, so a few names whose servers do not answer stop both for minutes.
 *
 * The first resolver knows /etc/hosts and search domains, but only the name servers of the process's start. So when it
 * fails or is late, the second one reads resolv.conf again. The first addresses that come are taken.
 */
export function hostResolver({ timer, first = askProcess, second = askAnew }: HostResolverOptions): Resolve {
  return async (host, signal) => {
    const { promise: isLate, resolve: tellLate } = Promise.withResolvers<void>();
    const cancelTimer = timer.after(LATE_MS, tellLate);
    const asked = first(host, signal);
    const failed = asked.then(
      () => new Promise<never>(() => undefined),
      () => undefined,
    );
    const askedAnew = Promise.race([isLate, failed]).then(() => {
      signal.throwIfAborted();
      return second(host, signal);
    });
    try {
      return await firstOf(asked, askedAnew);
    } finally {
      cancelTimer();
    }
  };
}

/** What comes first; when both fail, why the second one does. */
async function firstOf<Value>(one: Promise<Value>, other: Promise<Value>): Promise<Value> {
  try {
    return await Promise.any([one, other]);
  } catch {
    return other;
  }
}

const askProcess: Resolve = (host) => Bun.dns.lookup(host, { backend: "c-ares" });

const askAnew: Resolve = (host, signal) => queryDns(host, signal);

/** Asks for both kinds of addresses; the name servers are those of resolv.conf unless `servers` names others. */
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
