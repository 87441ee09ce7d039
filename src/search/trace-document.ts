import type { TraceDocument, TracePart } from "../../schema/wire/trace.ts";
import { unreachable } from "../lib/assert.ts";
import type { Trace, TracedPart } from "../ranking/trace.ts";

const DIGITS = 1_000_000;

/** Builds the document of a trace, with points as shares of the total score. */
export function traceDocument({ whole, parts }: Trace): TraceDocument {
  const share = (points: number): number => Math.round((points / whole) * DIGITS) / DIGITS;
  return {
    score: share(parts.reduce((sum, { points }) => sum + points, 0)),
    parts: parts.map((part) => partDocument(part, share)),
  };
}

function partDocument(part: TracedPart, share: (points: number) => number): TracePart {
  switch (part.kind) {
    case "wish":
    case "against": {
      const { kind, rule, sought, points, full, matches } = part;
      return {
        kind,
        rule,
        sought: sought.name,
        said: sought.said,
        points: share(points),
        full: share(full),
        matches: matches.map(({ shows, name, fields, impact, points: gained }) => ({
          shows,
          name,
          fields: [...fields],
          impact,
          points: share(gained),
        })),
      };
    }
    case "constraint": {
      const { kind, rule, constraint, verdict, doubt, points } = part;
      return { kind, rule, constraint, verdict, doubt, points: share(points) };
    }
    case "move":
      return { kind: "move", rule: part.rule, told: part.description, points: share(part.points) };
    default:
      return unreachable(part);
  }
}
