import type { Hit } from "../../schema/brief.ts";
import type { Check } from "./rule.ts";

/** Why constraints left nothing, or which of them the catalog cannot decide for any song of the answer. */
export function unservedConstraints(hits: readonly Hit[], checks: readonly Check[], cut: number): string[] {
  const names = checks.map((check) => check.constraint);
  if (hits.length === 0) {
    if (names.length === 0) return [];
    return [
      cut > 0
        ? `every song that fits otherwise breaks: ${names.join("; ")}`
        : `no song is known to meet: ${names.join("; ")}`,
    ];
  }
  return names.flatMap((name, at) =>
    hits.every((hit) => hit.verdicts[at]?.verdict === "unknown")
      ? [`the catalog does not say of these songs: ${name}`]
      : [],
  );
}
