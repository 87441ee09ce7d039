import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

/** Stories that use a musical word for something else, and the concept that is no wish. Written for this test. */
const STORIES: readonly (readonly [story: string, concept: string])[] = [
  [
    "Room six is where visitors sit down. The ceiling shows the sky over the Atacama on the second of March, speeded up only a little, " +
      "and the bench is heated. We ask for silence, and mostly get it. Children lie on the floor and point at Jupiter, and their " +
      "teachers forget to count them.",
    "march",
  ],
  [
    "Un drone suit trois amies à vélo le long du canal. Elles ont fini les examens à midi. L'une lâche le guidon, l'autre raconte " +
      "n'importe quoi, la troisième filme ses propres pieds. Elles sautent du pont tout habillées et la gourde flotte à côté d'elles.",
    "drone",
  ],
  [
    "La nebbia si alza dalle vigne, un trattore rosso, le mani che legano i tralci. Le oche attraversano la strada in fila e il " +
      "postino aspetta. A mezzogiorno si apparecchia sotto il pergolato per venti persone, passano i piatti, qualcuno sbuccia una pesca.",
    "cymbal",
  ],
];

test.each(STORIES)("a word of a story is no wish: %s", (story, concept) => {
  const { wanted } = parseBrief({ query: null, context: story });
  expect(wanted.filter(({ name, isImplied }) => name === concept && isImplied !== true)).toEqual([]);
});

test("a direction beside a story keeps its wishes", () => {
  const [story = ""] = STORIES[0] ?? [];
  const { wanted } = parseBrief({
    query: null,
    context: `${story}\n\nMusic: a solemn march for brass and snare drum.`,
  });
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of ["march", "brass", "snare"]) expect(names.has(name)).toBe(true);
});
