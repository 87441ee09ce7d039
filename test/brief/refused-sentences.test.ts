import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const LETTER = `Good day. The tailor has two machines, three hundred dresses and one night, and the wedding is on Saturday.
We want real highlife with interlocking guitars and a shekere, joyful and under pressure. The needle must never stop.
What we do not accept is what the search gave us for Africa. Tribal drums, lions, a choir on a hill. The invoice goes to the office in Surulere, and the film is due in June.`;

test("a word beside refused music is not one to look for", () => {
  const words = parseBrief({ query: null, context: LETTER }).text.map(({ word }) => word);
  expect(words).toContain("interlocking");
  expect(words).not.toContain("lions");
  expect(words).not.toContain("hill");
});

test("a refused word of the studio's own stays refused", () => {
  const { text } = parseBrief({
    query: null,
    context: LETTER.replace("Tribal drums", "No blorptronica, no tribal drums"),
  });
  expect(text.filter(({ weight }) => weight < 0).map(({ word }) => word)).toEqual(["blorptronica"]);
});

test("a short text keeps it: there is nothing else to look for", () => {
  const words = parseBrief({ query: "no drums, velociraptor", context: null }).text.map(({ word }) => word);
  expect(words).toContain("velociraptor");
});
