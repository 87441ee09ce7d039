import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

interface Read {
  readonly wanted: readonly string[];
  readonly avoided: readonly string[];
}

function read(query: string): Read {
  const { wanted, avoided } = parseBrief({ query, context: null });
  return { wanted: wanted.map(({ name }) => name), avoided: avoided.map(({ name }) => name) };
}

describe("what somebody dislikes is refused", () => {
  test.each([
    ["The client hated the dubstep.", "dubstep"],
    ["the director disliked the choir", "choir"],
    ["the network rejected the jazz", "jazz"],
    ["the producer vetoed the ukulele", "ukulele"],
    ["they turned down the piano idea", "piano"],
    ["we got rid of the drums", "drums"],
    ["the client did not love the synths", "synthesizer"],
    ["nobody liked the choir", "choir"],
    ["strings can go", "strings"],
    ["The feeling was that the drums could be kept at home altogether.", "drums"],
    ["Drums: he would rather not.", "drums"],
    ["Track C, with the gospel choir, is not going to happen", "gospel choir"],
    ["Vocals?\nGod no.", "voice"],
    ["der Sender hat die Geigen abgelehnt", "violin"],
    ["soll aber ned nach Disco klingen", "disco"],
    ["la réalisatrice a refusé la batterie", "drums"],
    ["el director rechazó el acordeón", "accordion"],
    ["il cliente ha bocciato la fisarmonica", "accordion"],
    ["o realizador rejeitou o acordeão", "accordion"],
  ])("%j", (brief, name) => {
    expect(read(brief).avoided).toContain(name);
    expect(read(brief).wanted).not.toContain(name);
  });

  test("and not what the sentence before praised", () => {
    expect(read("The choir was lovely. The drums were not.")).toEqual({ wanted: ["choir"], avoided: ["drums"] });
  });

  test("also after a heading", () => {
    expect(read("What's not fine: synths, risers").avoided).toEqual(["synthesizer", "risers"]);
  });

  test("also in quotes", () => {
    expect(read('it must not be "cold" but warm')).toEqual({ wanted: ["warm"], avoided: ["cold"] });
  });
});

describe("what the client wants instead is wanted", () => {
  test.each([
    ["The client rejected the jazz, wants bossa nova", "jazz", "bossa nova"],
    ["We got rid of the drums and added strings", "drums", "strings"],
    ["El cliente rechazó la guitarra, quiere un piano", "guitar", "piano"],
    ["Le client a refusé le piano et veut de la harpe", "piano", "harp"],
    ["il cliente ha rifiutato il jazz, vuole bossa nova", "jazz", "bossa nova"],
    ["O cliente rejeitou a harpa e quer piano", "harp", "piano"],
    ["Der Sender lehnt jede Gitarre ab und will Klavier", "guitar", "piano"],
  ])("%j", (brief, refused, asked) => {
    expect(read(brief)).toEqual({ wanted: [asked], avoided: [refused] });
  });

  test.each([
    "As far as guitars go, acoustic is best",
    "Hallo, siehe behance.net, bitte Techno",
    "odiaba el silencio, música de piano",
  ])("%j refuses nothing", (brief) => {
    expect(read(brief).avoided).toEqual([]);
  });
});

describe("a refused kind of what is wanted", () => {
  test.each([
    ["jazz, but not restaurant jazz", "jazz"],
    ["jazz ja, aber kein Restaurant-Jazz", "jazz"],
    ["strings, but not Hollywood strings", "strings"],
    ["rock mais pas de rock FM", "rock"],
    ["gritty electric blues, not the polished festival blues", "chicago blues"],
    ["folk, not festival folk", "folk"],
  ])("%j still wants %p", (brief, name) => {
    expect(read(brief).wanted).toContain(name);
    expect(read(brief).avoided).not.toContain(name);
  });

  test.each(["jazz, no jazz", "we love drums but no drums here"])("%j refuses all", (brief) => {
    expect(read(brief).wanted).toEqual([]);
  });
});

describe("an exception from a refusal", () => {
  test.each([
    "Voces no, salvo un coro",
    "keine Stimmen außer einem Chor",
    "pas de voix sauf un choeur",
    "Niente voci tranne un coro",
    "sem vozes, exceto um coro",
  ])("%j wants the choir", (brief) => {
    const { wanted, constraints } = parseBrief({ query: brief, context: null });
    expect(wanted.map(({ name }) => name)).toContain("choir");
    expect(constraints).toMatchObject([{ kind: "vocals", want: "not_lead" }]);
  });

  test.each(["Tout sauf de la trap", "todo salvo trap", "alles außer Trap"])("%j refuses it", (brief) => {
    expect(read(brief).avoided).toContain("trap");
  });
});

describe("a condition", () => {
  test.each([
    ["accordion if it doesn't sound like tango", "tango"],
    ["acordeón si no suena a tango", "tango"],
    ["Akkordeon, wenn es nicht nach Tango klingt", "tango"],
    ["un accordéon qui ne sonne pas tango", "tango"],
    ["fisarmonica se non suona come un tango", "tango"],
    ["acordeão que não soe a tango", "tango"],
  ])("%j refuses the tango", (brief, name) => {
    expect(read(brief)).toMatchObject({ wanted: ["accordion"], avoided: [name] });
  });

  test("that is no refusal", () => {
    expect(read("We should not object to a harp, nor to a flute")).toEqual({ wanted: ["harp", "flute"], avoided: [] });
    expect(read("if it's not catchy people will skip it").avoided).toEqual([]);
    expect(read("Acoustic, nothing that wouldn't have been in a Russian house").avoided).toEqual([]);
  });
});

test.each(["female voice without words", "voix féminine sans paroles", "uma voz murmurando, mas sem letra"])(
  "%j excludes only a lead vocal",
  (query) => {
    expect(parseBrief({ query, context: null }).constraints).toMatchObject([{ kind: "vocals", want: "not_lead" }]);
  },
);

test("a new clause without punctuation ends a refusal", () => {
  expect(read("it's not rock it's not rock at all it's hip hop")).toEqual({ wanted: ["hip hop"], avoided: ["rock"] });
});

test("a list with slashes is refused at its end", () => {
  expect(read("soul please, EDM / house / trance out")).toEqual({
    wanted: ["soul"],
    avoided: ["edm", "house", "trance"],
  });
});

describe("everyday words", () => {
  test.each([
    ["brand voice is calm", ["calm"]],
    ["our tone of voice is warm", ["warm"]],
    ["eher Richtung Jazz", ["jazz"]],
    ["Il documentario parla di un vecchio", ["documentary"]],
    ["lovely piano", ["piano"]],
    ["blues, as in the colour", []],
    ["pads? fine. drums? no.", ["pad"]],
    ["my boss wants strings", ["strings"]],
    ["animals", []],
  ])("%j wants %p", (brief, wanted) => {
    expect(read(brief).wanted).toEqual(wanted);
  });

  test.each([
    ["chiptune, 20 s", ["chiptune"]],
    ["violão e piano", ["acoustic guitar", "piano"]],
    ["slow blues", ["slow", "blues"]],
    ["contrabbasso e spazzole", ["double bass", "brushed drums"]],
    ["pads, e-piano", ["pad", "electric piano"]],
  ])("%j wants %p", (brief, wanted) => {
    expect(read(brief).wanted).toEqual(wanted);
  });
});

test("the heads of messages in a chat are not read", () => {
  const chat = "**Ines** 9:22 AM\nvocals?\n**Theo** 9:22 AM\ngod no\n**Ines** 9:23 AM\nwarm piano please";
  expect(read(chat)).toEqual({ wanted: ["warm", "piano"], avoided: ["voice"] });
  const other = "[9:22] ines: vocals?\n[9:22] theo: god no\n[9:23] ines: warm piano please";
  expect(read(other)).toEqual({ wanted: ["warm", "piano"], avoided: ["voice"] });
});

test("a list of cues is no chat", () => {
  expect(read("Car chase 1:30\nSad piano farewell 2:15\nTriumphant finale 0:45\n").wanted).toContain("piano");
});
