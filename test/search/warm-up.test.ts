import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { passageOf } from "../../src/brief/passage.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { WARM_UP_TEXTS, warmUp } from "../../src/search/warm-up.ts";
import { NO_LANGUAGE } from "../../src/text/language-set.ts";

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

test("a warm-up reads texts that are long enough to have parts", () => {
  for (const texts of WARM_UP_TEXTS) expect(parseBrief(texts).parts).not.toBeUndefined();
});

// The engine compiles each pattern twice: for strings of Latin-1 characters, and for all others.
test("a warm-up reads texts of Latin-1 characters, and one with typographic quotes and dashes", () => {
  const isLatin1 = WARM_UP_TEXTS.map(({ context }) => /^[\0-\u{ff}]*$/u.test(context));
  expect(new Set(isLatin1)).toEqual(new Set([true, false]));
});

// The tables of all other languages are made when the first text in one of them is read, which takes a third of a second.
test("a warm-up reads another language than English", () => {
  expect(WARM_UP_TEXTS.some(({ context }) => passageOf(context).languages !== NO_LANGUAGE)).toBe(true);
});
