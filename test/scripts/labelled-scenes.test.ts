import { describe, expect, test } from "bun:test";
import type { Brief, Wish } from "../../schema/brief.ts";
import { contextOf, type LabelledScene, readScenes, SCENE_SPLITS } from "../../scripts/eval/labelled-scenes.ts";
import { scoreReading } from "../../scripts/eval/score-reading.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";

const scenes = SCENE_SPLITS.flatMap((split) => readScenes(split));

describe("the labelled scenes", () => {
  test("name only concepts of the vocabulary", () => {
    const named = scenes.flatMap(({ id, wants, refused, excludes = [], wrong }) =>
      [...Object.keys(wants), ...refused, ...excludes, ...wrong].map((name) => ({ id, name })),
    );
    expect(named.filter(({ name }) => vocabulary().concept(name)?.name !== name)).toEqual([]);
  });

  test("have ids, situations and texts of their own", () => {
    for (const of of [(one: LabelledScene) => one.id, contextOf]) {
      expect(new Set(scenes.map(of)).size).toBe(scenes.length);
    }
    const [train = [], heldOut = []] = SCENE_SPLITS.map((split) => readScenes(split).map(({ situation }) => situation));
    expect(heldOut.filter((situation) => train.includes(situation))).toEqual([]);
  });

  test("never want what they refuse", () => {
    expect(scenes.filter(({ wants, refused }) => refused.some((name) => name in wants))).toEqual([]);
    expect(scenes.filter(({ refused, excludes = [] }) => excludes.some((name) => !refused.includes(name)))).toEqual([]);
  });
});

describe("the score of a reading", () => {
  const labels: LabelledScene = {
    id: "one",
    lang: "en",
    form: "brief",
    situation: "a test",
    query: null,
    parts: [{ kind: "direction", text: "Sad strings, no drums, around 80 bpm." }],
    wants: { sad: 1, strings: 0.5, slow: 0.5 },
    refused: ["drums", "vocals"],
    wrong: ["party"],
    promises: ["tempo", "vocals"],
  };
  const wish = (name: string, weight: number, kin: Wish["kin"] = []): Wish => ({
    facet: "mood",
    name,
    weight,
    from: [name],
    kin,
  });
  const brief = (more: Partial<Brief>): Brief => ({
    wanted: [],
    avoided: [],
    constraints: [],
    mentions: [],
    text: [],
    said: [],
    ignored: [],
    corrected: [],
    ...more,
  });

  test("divides the weight of the wishes among right, spoiling and other ones", () => {
    const wanted = [wish("sad", 0.6), wish("cello", 0.2, [{ name: "strings", weight: 0.7 }]), wish("party", 0.2)];
    const score = scoreReading(brief({ wanted }), labels);
    expect(score).toMatchObject({ wishes: 3, right: 0.8, spoiling: 0.2, found: 0.75 });
  });

  test("counts refusals that are avoided, wanted and invented", () => {
    const score = scoreReading(
      brief({ wanted: [wish("vocals", 1)], avoided: [wish("drums", 1), wish("brass", 1)] }),
      labels,
    );
    expect(score).toMatchObject({ refused: 2, avoided: 1, wantedInstead: 1, wronglyAvoided: 1 });
  });

  test("takes a constraint on vocals for an avoided voice, and counts false and missed promises", () => {
    const constraints = [
      { kind: "vocals", want: "none", from: [] },
      { kind: "duration", minSeconds: 1, maxSeconds: 2, from: [] },
    ] as const;
    const score = scoreReading(brief({ constraints }), labels);
    expect(score).toMatchObject({ avoided: 1, falsePromises: 1, missedPromises: 1, right: 0, found: 0 });
  });
});
