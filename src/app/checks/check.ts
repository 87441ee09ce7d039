/** The result of a check. `advice` says what to do about a warning or a failure. */
export type Check = { readonly name: string; readonly detail: string } & (
  | { readonly status: "ok" }
  | { readonly status: "warn" | "fail"; readonly advice: string }
);

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: "fail", detail, advice };
}
