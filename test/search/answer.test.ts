import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Answer } from "../../schema/wire/answer.ts";
import { TraceDocument } from "../../schema/wire/trace.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { answerSteps, answerTo, explainedAnswerTo, understand, understandSteps } from "../../src/search/answer.ts";
import { traceDocument } from "../../src/search/trace-document.ts";
import { indexOf, song, version } from "../ranking/support.ts";

const index = indexOf([
  song({
    id: "1",
    title: "Glass Harbour",
    bpm: 120,
    artists: [{ id: "vole", name: "Cassian Vole" }],
    tags: { mood: ["tense"], instrument: ["piano"] },
    audioFiles: [version("1-mix", { vocals: "none" })],
  }),
  song({ id: "2", tags: { mood: ["tense", "dreamy"] } }),
]);
const searched = { index, catalogVersion: "v1" };
const settings = { limit: 10 };
const read = (query: string, context: string | null = null) => understand({ query, context }, vocabulary());
const ask = (query: string, context: string | null = null) => answerTo(read(query, context), searched, settings);

describe("the brief of an answer", () => {
  test("has what is wanted and avoided, the weights, and the words as written", () => {
    const { brief } = ask("Tense piano, not aggressive, no zxqv. We need this by Friday.", "A mysterious Zqxwv.");
    expect(brief.wanted).toMatchObject([
      { facet: "mood", name: "tense", weight: 0.9, from: ["Tense"] },
      { facet: "instrument", name: "piano", weight: 0.9, from: ["piano"] },
      { facet: "mood", name: "mysterious", weight: 0.63, from: ["mysterious"] },
    ]);
    expect(brief.avoided).toMatchObject([{ facet: "mood", name: "aggressive", from: ["aggressive"] }]);
    expect(brief).toMatchObject({ text: ["zqxwv"], text_avoided: ["zxqv"], ignored: ["We need this by Friday"] });
  });

  test("has the constraints in the words of the verdicts", () => {
    const { brief, songs } = ask("tense, around 120 bpm, no vocals");
    const promised = brief.constraints.map(({ constraint }) => constraint).toSorted();
    expect(promised).toEqual(["114 to 126 bpm", "no vocals"]);
    expect(songs[0]?.meta.verdicts.map(({ constraint }) => constraint).toSorted()).toEqual(promised);
  });

  test("has exclusions among the constraints, with a verdict for each song", () => {
    const { brief, songs } = ask("tense, no guitar, no choir");
    expect(brief.constraints).toEqual([
      { constraint: "no guitar", facts: { kind: "excluded", name: "guitar" }, from: ["guitar"] },
      { constraint: "no choir", facts: { kind: "excluded", name: "choir" }, from: ["choir"] },
    ]);
    expect(songs.map(({ id, meta }) => [id, ...meta.verdicts.map(({ verdict }) => verdict)])).toEqual([
      ["1", "met", "met"],
      ["2", "unknown", "unknown"],
    ]);
    expect(ask("tense, no piano, 120 bpm")).toMatchObject({ songs: [{ id: "2" }] });
  });

  test("has the reasons of each song also as data, in the same order", () => {
    const { songs } = ask("tense, around 120 bpm, no vocals");
    for (const { meta } of songs) expect(meta.reason_facts).toHaveLength(meta.reasons.length);
    expect(songs[0]?.meta.reason_facts).toContainEqual({ kind: "tags", names: ["tense"] });
  });

  test("drops an exclusion whose words are a known name", () => {
    const songs = [
      song({ id: "1", artists: [{ id: "c", name: "Iron Drums" }], tags: { mood: ["tense"] } }),
      song({ id: "2", tags: { mood: ["tense"], instrument: ["drums"] } }),
    ];
    const { brief } = answerTo(read("tense, no Iron Drums"), { index: indexOf(songs), catalogVersion: "v1" }, settings);
    expect(brief.references).toMatchObject([{ role: "not", name: "Iron Drums", known: true }]);
    expect(brief.constraints).toEqual([]);
  });

  test("does not use the words of a known name as other words", () => {
    const { brief } = ask("something like cassian vole");
    expect(brief.references).toEqual([{ role: "like", kind: "artist", name: "cassian vole", known: true }]);
    expect(brief.text).toEqual([]);
  });

  test("says why there is no song, even with an empty catalog", () => {
    expect(ask("piano, at least 140 bpm")).toMatchObject({
      songs: [],
      brief: {
        unserved: ["'at least 140 bpm' rules out the one song that fits otherwise"],
        unserved_facts: [
          {
            kind: "all_ruled_out",
            constraints: [{ kind: "tempo", ranges: [{ min: 140, max: null }] }],
            more: 0,
            songs: 1,
          },
        ],
      },
    });
    expect(answerTo(read("tense"), null, settings)).toMatchObject({
      songs: [],
      brief: {
        unserved: ["the catalog is empty: nothing has been imported yet"],
        unserved_facts: [{ kind: "empty_catalog", imported: false }],
      },
    });
  });

  test("has the stored and shown shape", () => {
    expect(Value.Check(Answer, ask("tense piano like cassian vole, no vocals, not sad"))).toBe(true);
    expect(Value.Check(Answer, ask("zydeco, at least 140 bpm, no drums, from the playlist Late Drive"))).toBe(true);
  });
});

describe("an explained answer", () => {
  test("is the same answer, with a documented trace for each song", () => {
    const brief = read("tense piano, no vocals, not sad");
    const { answer, traces } = explainedAnswerTo(brief, searched, settings);
    expect(answer).toEqual(answerTo(brief, searched, settings));
    expect(traces.length).toBe(answer.songs.length);
    for (const trace of traces) expect(Value.Errors(TraceDocument, traceDocument(trace)).First()).toBeUndefined();
  });

  test("is reproduced exactly", () => {
    const brief = read("tense piano", "no vocals");
    expect(explainedAnswerTo(brief, searched, settings)).toEqual(explainedAnswerTo(brief, searched, settings));
  });
});

describe("an answer in steps", () => {
  const words = "tense piano no vocals withuot drums Verfolgungsjagd bei Nacht like Cassian Vole zxqvw 120 bpm ";
  const dense = words.repeat(40).slice(0, 2_000);

  test("is the same as the answer in one call", () => {
    const steps = answerSteps(read(dense, dense), searched, settings);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toEqual(ask(dense, dense));
  });

  test("can be interrupted while the brief is read, between rules, and between songs", () => {
    const count = ({ query, context = null }: { readonly query: string; readonly context?: string | null }): number => {
      let interruptions = 0;
      for (const _ of understandSteps({ query, context }, vocabulary())) interruptions += 1;
      for (const _ of answerSteps(read(query, context), searched, settings)) interruptions += 1;
      return interruptions;
    };
    expect(count({ query: "piano" })).toBeGreaterThan(30);
    expect(count({ query: dense, context: dense })).toBeGreaterThan(count({ query: dense }));
  });
});
