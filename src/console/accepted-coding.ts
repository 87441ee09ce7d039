import { CODINGS, type Coding } from "./console-file.ts";

/** Returns the smallest coding that an `Accept-Encoding` header allows (RFC 9110 section 12.5.3). */
export function acceptedCoding(header: string | null): Coding {
  const weights = new Map<string, number>();
  for (const entry of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((part) => part.startsWith("q="))?.slice("q=".length);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const isAllowed = (coding: Coding): boolean => (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
  return CODINGS.find((coding) => coding !== "identity" && isAllowed(coding)) ?? "identity";
}
