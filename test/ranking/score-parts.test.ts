import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { planScan } from "../../src/ranking/plan.ts";
import { resolveMentions } from "../../src/ranking/resolve-mentions.ts";
import { RULES } from "../../src/ranking/rules.ts";
import { foundParts, scoreParts } from "../../src/ranking/score-parts.ts";
import { indexOf, song } from "./support.ts";

const GENRES = ["jazz", "rock", "folk", "ambient"];
const MOODS = ["calm", "sad", "happy"];

/** More songs than are looked up together, with tags and words that recur in different mixtures. */
const songs = Array.from({ length: 70 }, (_, at) =>
  song({
    id: `s${at}`,
    title: at % 3 === 0 ? "harbour at night" : "glass",
    description: at % 5 === 0 ? "a calm guitar by the harbour" : "",
    tags: { genre: [GENRES[at % 4] ?? ""], mood: [MOODS[at % 3] ?? "", MOODS[at % 2] ?? ""] },
  }),
);

test("the parts of several songs are those of each song alone", () => {
  const index = indexOf(songs);
  const parsed = parseBrief({ query: "calm jazz or folk by the harbour at night, guitar, not happy", context: null });
  const { brief } = resolveMentions(index, parsed);
  const plan = planScan(
    RULES.flatMap((rule) => rule.prepare(index, brief, null).asks ?? []),
    index,
  );
  const places = songs.map((_, at) => (at * 29) % songs.length);
  const together = foundParts(index, places, plan);
  expect(together).toEqual(places.map((place) => scoreParts(index, place, plan, "found")));
  expect(together.flat().some(({ matches }) => matches.length > 1)).toBe(true);
  expect(new Set(together.flat().flatMap(({ matches }) => matches.map(({ term }) => term.shows))).size).toBeGreaterThan(
    1,
  );
});
