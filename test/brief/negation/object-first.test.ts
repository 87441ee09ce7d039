import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

function read(query: string): { wanted: string[]; avoided: string[] } {
  const { wanted, avoided } = parseBrief({ query, context: null });
  return { wanted: wanted.map(({ name }) => name), avoided: avoided.map(({ name }) => name) };
}

describe("a refusal after its object", () => {
  test.each([
    ["Drums you can leave out, strings please.", "drums", "strings"],
    ["The drums we could do without. Warm piano.", "drums", "piano"],
    ["Warm strings, drums you can forget.", "drums", "strings"],
    ["Metal would be too much, we want rock.", "metal", "rock"],
    ["Piano kannst du weglassen. Gitarre wäre schön.", "piano", "guitar"],
    ["Schlagzeug können Sie weglassen, Streicher wären schön", "drums", "strings"],
    ["Alles Langsame können Sie gleich weglassen. Elektronisch, dunkel.", "slow", "electronic"],
    ["Metal wäre zu viel, Rock passt.", "metal", "rock"],
    ["Le piano, vous pouvez l'oublier. Une guitare serait parfaite.", "piano", "guitar"],
    ["La batterie serait de trop, des cordes.", "drums", "strings"],
    ["La batería la puedes quitar. Una guitarra estaría bien.", "drums", "guitar"],
    ["El piano, puedes olvidarlo. Guitarra, por favor.", "piano", "guitar"],
    ["La batteria la potete togliere. Una chitarra andrebbe bene.", "drums", "guitar"],
    ["Il metal sarebbe troppo. Rock va bene.", "metal", "rock"],
    ["A bateria podem tirar. Piano calmo.", "drums", "piano"],
    ["O metal seria demais. Rock, por favor.", "metal", "rock"],
  ])("refuses it and not the next clause: %s", (query, refused, next) => {
    const { wanted, avoided } = read(query);
    expect(avoided).toContain(refused);
    expect(wanted).not.toContain(refused);
    expect(wanted).toContain(next);
    expect(avoided).not.toContain(next);
  });

  test.each([
    ["The piano you can leave in.", "piano"],
    ["Please don't leave out the piano.", "piano"],
    ["Das Klavier bitte nicht weglassen.", "piano"],
    ["Das Klavier auf keinen Fall weglassen.", "piano"],
    ["Ein wenig Metal wäre nicht zu viel.", "metal"],
    ["Ne pas oublier le piano.", "piano"],
  ])("is none if it is denied: %s", (query, wanted) => {
    expect(read(query).wanted).toContain(wanted);
    expect(read(query).avoided).not.toContain(wanted);
  });

  test.each([
    ["Bitte weglassen: Klavier, Gitarre", ["piano", "guitar"]],
    ["weglassen\nKlavier", ["piano"]],
    ["Evitar, por favor, la batería.", ["drums"]],
    ["Please leave out the drums and the brass.", ["drums", "brass"]],
  ])("still refuses what follows a heading or a verb: %j", (query, refused) => {
    expect(read(query).avoided).toEqual(refused);
  });

  test.each(["Ohne. Klavier.", "Sans. Piano."])("ends with its sentence: %s", (query) => {
    expect(read(query).avoided).toEqual([]);
  });
});
