import { expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

/** What a client leaves to other films is refused; the rest is wanted. */
const LINES: readonly (readonly [line: string, refused: readonly string[], wanted: readonly string[]])[] = [
  ["A cheerful tune. Keep sad piano for other films.", ["sad", "piano"], ["cheerful"]],
  ["Save the ukulele for another client. Warm cello.", ["ukulele"], ["warm", "cello"]],
  ["Keep the drones for someone else; we need a waltz.", ["drone"], ["waltz"]],
  ["Spar dir das Klavier für andere Filme. Warme Streicher.", ["piano"], ["warm", "strings"]],
  ["Hebt die Orgel für andere auf. Fröhliche Trompeten.", ["organ"], ["trumpet"]],
  ["Gardez le piano triste pour d'autres films. Une valse joyeuse.", ["piano", "sad"], ["waltz", "happy"]],
  ["Guarda el piano triste para otra película. Un vals alegre.", ["piano", "sad"], ["waltz", "happy"]],
  ["Tieni il pianoforte triste per altri film. Un valzer allegro.", ["piano", "sad"], ["waltz", "happy"]],
  ["Guarde o piano triste para outros filmes. Uma valsa alegre.", ["piano", "sad"], ["waltz", "happy"]],
  ["Keep the sad piano, it is lovely.", [], ["sad", "piano"]],
  ["Warm cello for a film about bees. Keep it for the whole scene.", [], ["warm", "cello"]],
];

test.each(LINES)("%s", (line, refused, wanted) => {
  const brief = parseBrief({ query: line, context: null });
  const names = (wishes: typeof brief.wanted): ReadonlySet<string> => new Set(wishes.map(({ name }) => name));
  expect(refused.filter((name) => !names(brief.avoided).has(name))).toEqual([]);
  expect(refused.filter((name) => names(brief.wanted).has(name))).toEqual([]);
  expect(wanted.filter((name) => !names(brief.wanted).has(name))).toEqual([]);
  if (refused.length === 0) expect(brief.avoided).toEqual([]);
});
