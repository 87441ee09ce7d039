import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { resolveMentions } from "../../src/ranking/resolve-mentions.ts";
import { unmentionedShare } from "../../src/ranking/unmentioned.ts";
import { indexOf, song } from "./support.ts";

const index = indexOf([
  song({
    id: "a",
    tags: { genre: ["pop", "indie pop", "polka"], instrument: ["guitar", "theremin", "harbour whistle"] },
  }),
  ...Array.from({ length: 50 }, (_, at) => song({ id: `b-${at}`, tags: { genre: ["pop", "rock"] } })),
]);

test("a tag that the text names is mentioned, and its kin in part", () => {
  const share = shareFor("A cheerful polka song with a guitar and a solo");
  expect(share("polka")).toBe(0);
  expect(share("guitar")).toBeLessThan(0.2);
  const indie = shareFor("A pop song")("indie pop");
  expect(indie).toBeGreaterThan(0);
  expect(indie).toBeLessThan(share("indie pop"));
});

test("a tag is mentioned in part if the text has some of its words", () => {
  const share = shareFor("A cheerful polka song about a harbour");
  expect(share("harbour whistle")).toBeGreaterThan(0);
  expect(share("harbour whistle")).toBeLessThan(share("theremin"));
});

test("a rare tag that is not mentioned counts more than a common one", () => {
  const share = shareFor("A cheerful polka song");
  expect(share("theremin")).toBeGreaterThan(2 * share("rock"));
});

test("a refused word mentions nothing", () => {
  expect(shareFor("A cheerful polka song, no theremin")("theremin")).toBeGreaterThan(0.5);
});

function shareFor(query: string): (name: string) => number {
  const { brief } = resolveMentions(index, parseBrief({ query, context: null }));
  const share = unmentionedShare(index, brief);
  return (name) => share(index.tag(name));
}
