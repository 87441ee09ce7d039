import { REFUSALS, type RefusalEntry, type RefusalName } from "../../schema/errors.ts";

/**
 * The part of a request that a refusal is about: a JSON Pointer (RFC 6901) into its body, a query parameter or form field, or
 * a header.
 */
export type RefusalSource = { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };

/** One reason why a request is refused. `name` is a key of schema/errors.ts; the other members describe this case. */
export interface Refusal {
  readonly name: RefusalName;
  readonly detail: string;
  readonly source?: RefusalSource;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** What a case adds to its entry in schema/errors.ts. */
export interface RefusalCase {
  readonly detail?: string;
  readonly source?: RefusalSource;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export function refusal(name: RefusalName, more: RefusalCase = {}): Refusal {
  const { detail, header, parameter }: RefusalEntry = REFUSALS[name];
  const usual = parameter === undefined ? (header === undefined ? undefined : { header }) : { parameter };
  const source = more.source ?? usual;
  return {
    name,
    detail: more.detail ?? detail,
    ...(source === undefined ? {} : { source }),
    ...(more.meta === undefined ? {} : { meta: more.meta }),
  };
}

/** Ends a request. The HTTP layer turns it into one JSON:API response; the first refusal gives the status. */
export class Refused extends Error {
  readonly refusals: readonly [Refusal, ...Refusal[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusals: readonly [Refusal, ...Refusal[]], headers: Readonly<Record<string, string>> = {}) {
    super(refusals.map((one) => one.detail).join(" "));
    this.name = "Refused";
    this.refusals = refusals;
    this.headers = headers;
  }
}

/** Returns a `Refused` with a single refusal. */
export function refuse(name: RefusalName, more: RefusalCase = {}): Refused {
  return new Refused([refusal(name, more)]);
}

/** Returns a `Refused` for a temporary condition: the client can retry after `retryAfterSeconds`, at least 1. */
export function refuseUntil(name: RefusalName, retryAfterSeconds: number, more: RefusalCase = {}): Refused {
  return new Refused([refusal(name, more)], { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) });
}
