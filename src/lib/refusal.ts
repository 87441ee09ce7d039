import { REFUSALS, type RefusalName } from "../../schema/errors.ts";

/** One reason why a request is refused. `name` is a key of schema/errors.ts; `detail` and `meta` describe this case. */
export interface Refusal {
  readonly name: RefusalName;
  readonly detail: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export function refusal(
  name: RefusalName,
  more: { detail?: string; meta?: Readonly<Record<string, unknown>> } = {},
): Refusal {
  return {
    name,
    detail: more.detail ?? REFUSALS[name].detail,
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
export function refuse(
  name: RefusalName,
  more: { detail?: string; meta?: Readonly<Record<string, unknown>> } = {},
): Refused {
  return new Refused([refusal(name, more)]);
}

/** Returns a `Refused` for a temporary condition: the client can retry after `retryAfterSeconds`, at least 1. */
export function refuseUntil(
  name: RefusalName,
  retryAfterSeconds: number,
  more: Parameters<typeof refusal>[1] = {},
): Refused {
  return new Refused([refusal(name, more)], { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) });
}
