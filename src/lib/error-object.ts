import { REFUSALS } from "../../schema/errors.ts";
import type { Refusal } from "./refusal.ts";

/**
 * Returns a refusal as a JSON:API error object. The interface defines `status` as an integer, and omits an absent `code` or
 * `meta`. `source` is that of JSON:API 1.1.
 */
export function errorObject({ name, detail, source, meta }: Refusal) {
  const { status, code } = REFUSALS[name];
  return {
    status,
    ...(code === null ? {} : { code }),
    detail,
    ...(source === undefined ? {} : { source }),
    ...(meta === undefined ? {} : { meta }),
  };
}
