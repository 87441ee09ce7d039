import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function excludedTags(query: string): readonly string[] {
  return parseBrief({ query, context: null }).constraints.flatMap((one) => (one.kind === "excluded" ? one.kin : []));
}

describe.each(["no drums", "pas de batterie", "ohne Schlagzeug", "no beat"])("%s", (query) => {
  test("excludes everything that carries a beat", () => {
    const beats = ["drums", "drum machine", "bongo", "conga", "surdo", "cajon", "djembe", "taiko", "beat"];
    expect(excludedTags(query)).toEqual(expect.arrayContaining(beats));
  });

  test("allows shakers and tuned drums", () => {
    const others = ["shaker", "tambourine", "guiro", "handpan", "steel drum", "timpani", "percussion"];
    expect(others.filter((name) => excludedTags(query).includes(name))).toEqual([]);
  });
});

test("a wanted hand drum stays allowed", () => {
  expect(excludedTags("no drums, but a cajon")).not.toContain("cajon");
});

test.each(["no claps", "no handclaps", "piano, no claps please", "sans claps", "kein Klatschen"])(
  "clapping is no word for all percussion: %j",
  (query) => {
    expect(excludedTags(query)).toEqual(expect.arrayContaining(["handclaps", "claps"]));
    const others = ["percussion", "hand percussion", "shaker", "bongo"];
    expect(others.filter((name) => excludedTags(query).includes(name))).toEqual([]);
  },
);
