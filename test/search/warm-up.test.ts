import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { WARM_UP_TEXTS, warmUp } from "../../src/search/warm-up.ts";

test("a warm-up reads what the first search would, and looks at the catalog, also where there is none", () => {
  let looks = 0;
  const read: string[] = [];
  const watched = new Proxy(vocabulary(), {
    get: (target, name) => {
      read.push(String(name));
      return Reflect.get(target, name);
    },
  });
  const catalog = {
    current: () => {
      looks += 1;
      return null;
    },
  };
  warmUp(catalog, watched);
  expect(looks).toBe(1);
  const warmed = new Set(read);
  read.length = 0;
  parseBrief({ query: "Sad strings, nothing cheesy, 90 bpm", context: null }, watched);
  expect(read.length).toBeGreaterThan(0);
  expect([...new Set(read)].filter((name) => !warmed.has(name))).toEqual([]);
});

test("a warm-up reads a text that is long enough to have parts", () => {
  expect(parseBrief(WARM_UP_TEXTS).parts).not.toBeUndefined();
});
