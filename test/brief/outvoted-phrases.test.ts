import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { LONG } from "./suite/long.ts";

const [HARBOUR = ""] = LONG.map(({ brief }) => brief);

describe("a concept that a long text wants and seems to refuse", () => {
  test("stays wanted if no negation refuses it", () => {
    const { wanted, avoided } = parseBrief({ query: HARBOUR, context: null });
    expect(wanted.map(({ name }) => name)).toContain("melancholic");
    expect(avoided.map(({ name }) => name)).not.toContain("melancholic");
  });

  test("is avoided if a negation refuses it", () => {
    const { avoided } = parseBrief({ query: `${HARBOUR}\n\nPS: no felt piano after all.`, context: null });
    expect(avoided.map(({ name }) => name)).toContain("felt piano");
  });
});
