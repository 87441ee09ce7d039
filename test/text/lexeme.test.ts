import { expect, test } from "bun:test";
import { factOf, lexemeOf, perLexeme } from "../../src/text/lexeme.ts";

test("the tokens of a word share one lexeme with its stem", () => {
  expect(lexemeOf("drums")).toBe(lexemeOf("drums"));
  expect(lexemeOf("drums")).toMatchObject({ word: "drums", stem: "drum" });
  expect(lexemeOf("drum")).not.toBe(lexemeOf("drums"));
});

test("a long word is not remembered, and is read like any other", () => {
  const long = "a".repeat(41);
  expect(lexemeOf(long)).not.toBe(lexemeOf(long));
  expect(factOf((word) => word.length)(lexemeOf(long))).toBe(41);
});

test("a fact is looked up once for each word, also if the answer is 0", () => {
  const asked: string[] = [];
  const lengthOf = factOf((word) => {
    asked.push(word);
    return word.length - 2;
  });
  expect(["to", "be", "rock", "to"].map((word) => lengthOf(lexemeOf(word)))).toEqual([0, 0, 2, 0]);
  expect(asked).toEqual(["to", "be", "rock"]);
});

test("facts of a word do not mix, however many there are", () => {
  const facts = Array.from({ length: 200 }, (_, number) => factOf((word) => number * word.length));
  const lexeme = lexemeOf("tango");
  for (let pass = 0; pass < 2; pass++)
    expect(facts.map((fact) => fact(lexeme))).toEqual(Array.from({ length: 200 }, (_, number) => 5 * number));
});

test("other answers are kept with the lexeme", () => {
  let count = 0;
  const answer = perLexeme(({ word }) => ({ word, number: ++count }));
  expect(answer(lexemeOf("waltz"))).toBe(answer(lexemeOf("waltz")));
  expect(answer(lexemeOf("polka"))).toEqual({ word: "polka", number: 2 });
});

test("words are forgotten when there are too many, and are then read again", () => {
  const before = lexemeOf("bolero");
  for (let number = 0; number < 9_000; number++) lexemeOf(`w${number}`);
  const after = lexemeOf("bolero");
  expect(after).not.toBe(before);
  expect(after.word).toBe("bolero");
});

test("a word that takes the place of a forgotten one has an answer of its own, and a long word one as well", () => {
  const answer = perLexeme(({ word }) => ({ word }));
  const early = Array.from({ length: 9_000 }, (_, number) => lexemeOf(`early${number}`));
  for (const lexeme of early) expect(answer(lexeme).word).toBe(lexeme.word);
  const late = Array.from({ length: 9_000 }, (_, number) => lexemeOf(`late${number}`));
  expect([...late, ...early].every((lexeme) => answer(lexeme).word === lexeme.word)).toBe(true);
  const long = lexemeOf("a".repeat(60));
  expect(long.place).toBe(-1);
  expect(answer(long)).toEqual({ word: long.word });
});
