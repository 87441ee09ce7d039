import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

describe("what a refusal allows at most", () => {
  test.each(["No drums, or at most something brushed", "or at most something brushed"])(
    "is neither wanted nor avoided: %s",
    (query) => {
      const { wanted, avoided, constraints } = parseBrief({ query, context: null });
      expect([...wanted, ...avoided].map(({ name }) => name)).not.toContain("brushed drums");
      expect(constraints).toEqual([]);
    },
  );

  test.each(["Kein Schlagzeug, höchstens etwas mit Besen", "Pas de batterie, tout au plus des balais"])(
    "makes the refusal a preference: %s",
    (query) => {
      expect(parseBrief({ query, context: null }).constraints).toEqual([]);
    },
  );

  test("is no tempo", () => {
    const { constraints } = parseBrief({ query: "No drums, at most 90 bpm", context: null });
    expect(constraints.map(({ kind }) => kind).toSorted()).toEqual(["excluded", "tempo"]);
  });
});
