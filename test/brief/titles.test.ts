import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const MAIL =
  "Hello both, the film for the club is attached, without any sound on it so far. It shows the bus, the tunnel, the children with the flags and the moment before the whistle, and it has to be ready on Friday because the man with the screen flies to Tenerife. ";

function namesIn(text: string): { readonly wanted: readonly string[]; readonly avoided: readonly string[] } {
  const brief = parseBrief({ query: null, context: MAIL + text });
  return {
    wanted: brief.wanted.filter(({ isImplied }) => isImplied !== true).map(({ name }) => name),
    avoided: brief.avoided.filter(({ isImplied }) => isImplied !== true).map(({ name }) => name),
  };
}

describe("a title in a long text", () => {
  test.each([
    "The music should be loud. Not We Will Rock You again.",
    "The client saw The Sound Of Metal and liked the posters.",
    "She is reading My Heavy Heart on the train.",
  ])("has no musical words: %s", (text) => {
    const { wanted, avoided } = namesIn(text);
    for (const word of ["rock", "metal", "heavy"]) expect([...wanted, ...avoided]).not.toContain(word);
  });

  test.each([
    ["Music: Dark Hybrid Trailer with Taiko, please.", "dark"],
    ["For the music we want Warm Acoustic Folk and nothing else.", "folk"],
    ["PLEASE SEND US LOUD ROCK MUSIC FOR IT", "rock"],
  ])("is not read into terms with capitals: %s", (text, name) => {
    expect(namesIn(text).wanted).toContain(name);
  });
});

test("a number in words is no decade", () => {
  expect(namesIn("There are only ninety seconds, and the goal is in the fourth one. Big drums.").wanted).not.toContain(
    "90s",
  );
  expect(namesIn("The music should sound like the nineties, big drums.").wanted).toContain("90s");
});
