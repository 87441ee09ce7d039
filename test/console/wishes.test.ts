import { describe, expect, test } from "bun:test";
import { originsOf } from "../../src/console/app/search/origins.ts";
import { FIRST_STEP, stepOf, wishesOf, withChange, withoutChange } from "../../src/console/app/search/steps.ts";
import { actionsOf, type UnderstoodWish } from "../../src/console/app/search/wish-actions.ts";
import { groupsOf } from "../../src/console/app/search/wish-groups.ts";

function wish(id: string, more: Partial<UnderstoodWish> = {}): UnderstoodWish {
  const label = id.slice(id.indexOf("/") + 1);
  return { id, kind: "tag", label, polarity: "wanted", weight: 0.5, implied: false, from: [], ...more };
}

describe("the changes of a step", () => {
  const change = { id: "mood/warm", label: "warm" };

  test("are merged by wish", () => {
    const step = withChange(withChange(FIRST_STEP, { ...change, weight: 0.2 }), { ...change, polarity: "avoided" });
    expect(wishesOf(step).wishes).toEqual([{ id: "mood/warm", weight: 0.2, polarity: "avoided" }]);
  });

  test("give a removed wish no weight, and forget the removal with the next polarity", () => {
    const removed = withChange(withChange(FIRST_STEP, { ...change, weight: 0.2 }), { ...change, polarity: "removed" });
    expect(wishesOf(removed).wishes).toEqual([{ id: "mood/warm", polarity: "removed" }]);
    expect(wishesOf(withChange(removed, { ...change, polarity: "must" })).wishes).toEqual([
      { id: "mood/warm", polarity: "must" },
    ]);
  });

  test("can be taken back", () => {
    const step = withChange(withChange(FIRST_STEP, { ...change, weight: 0.2 }), {
      id: "arc/rising",
      label: "",
      weight: 1,
    });
    expect(wishesOf(withoutChange(step, "mood/warm")).wishes).toEqual([{ id: "arc/rising", weight: 1 }]);
  });

  test("are read back from a stored search, with what it asks for", () => {
    const stored = {
      query: "slower",
      context: null,
      asset_ids: ["a"],
      temp_track: true,
      excerpt: { start: 45, end: 75 },
      sound_weights: { rhythm: 2 },
      refines: "1",
      likes: ["nd-1", "nd-2"],
      wishes: [{ id: "instrument/acoustic guitar", weight: 0.2 }],
    };
    const step = stepOf(stored, new Map([["nd-1", "Harbour"]]));
    expect(step.likes.map(({ title }) => title)).toEqual(["Harbour", "nd-2"]);
    expect(step.changes.map(({ label }) => label)).toEqual(["acoustic guitar"]);
    expect(wishesOf(step)).toEqual({
      refines: "1",
      query: "slower",
      context: "",
      assetIds: ["a"],
      tempTrack: true,
      excerpt: { start: 45, end: 75 },
      weights: { feel: 0.5, harmony: 1, rhythm: 2, instruments: 1 },
      likes: ["nd-1", "nd-2"],
      dislikes: [],
      wishes: stored.wishes,
    });
  });
});

describe("the actions of a wish", () => {
  test("weigh it between its limits", () => {
    expect(actionsOf(wish("mood/warm"))).toMatchObject({ less: 0.25, more: 0.75 });
    expect(actionsOf(wish("mood/warm", { weight: 0.9 }))).toMatchObject({ less: 0.65, more: 1 });
    expect(actionsOf(wish("mood/warm", { weight: 1 })).more).toBeNull();
    expect(actionsOf(wish("mood/warm", { weight: 0.2 })).less).toBe(0.05);
    expect(actionsOf(wish("mood/warm", { weight: 0.05 })).less).toBeNull();
  });

  test("are those that the service accepts for its kind", () => {
    expect(actionsOf(wish("mood/warm")).polarities).toEqual(["avoided", "must", "must_not"]);
    expect(actionsOf(wish("mood/warm", { polarity: "must" }))).toEqual({
      polarities: ["wanted", "avoided", "must_not"],
      less: null,
      more: null,
    });
    expect(actionsOf(wish("word/sea", { kind: "word", polarity: "avoided" })).polarities).toEqual(["wanted"]);
    for (const kind of ["constraint", "name"] as const) {
      const actions = actionsOf(wish("constraint/vocals", { kind, polarity: "must_not", weight: null }));
      expect(actions).toEqual({ polarities: [], less: null, more: null });
    }
  });
});

describe("the groups of wishes", () => {
  const wishes = [
    wish("mood/warm"),
    wish("instrument/piano"),
    wish("constraint/vocals", { kind: "constraint", polarity: "must_not", weight: null }),
    wish("word/sea", { kind: "word" }),
    wish("not/kim", { kind: "name", polarity: "must_not", weight: null }),
    wish("by/zoe", { kind: "name", polarity: "must", weight: null }),
  ];
  const idsIn = (list: readonly { readonly wish: UnderstoodWish }[]): readonly string[] =>
    list.map((one) => one.wish.id);

  test("have each wish once", () => {
    const { promises, wanted, avoided, words, removed } = groupsOf(wishes, []);
    expect([promises, wanted, avoided, words].map(idsIn)).toEqual([
      ["constraint/vocals"],
      ["mood/warm", "instrument/piano", "by/zoe"],
      ["not/kim"],
      ["word/sea"],
    ]);
    expect(removed).toEqual([]);
  });

  test("show a change before its answer, and what was removed", () => {
    const changes = [
      { id: "mood/warm", label: "warm", polarity: "removed" },
      { id: "instrument/piano", label: "piano", polarity: "must", weight: 0.7 },
      { id: "mood/tense", label: "tense", polarity: "removed" },
    ] as const;
    const { promises, wanted, removed } = groupsOf(wishes, changes);
    expect(promises[0]).toEqual({
      wish: { ...wish("instrument/piano"), polarity: "must", weight: 0.7 },
      isChanged: true,
    });
    expect(idsIn(wanted)).toEqual(["by/zoe"]);
    expect(removed.map(({ label }) => label)).toEqual(["warm", "tense"]);
  });
});

describe("the origins of a wish", () => {
  const texts = [
    { query: "Slow piano. No Drums, please! Thanks", context: "" },
    { query: "slower", context: "" },
  ];
  const seen = {
    words: [],
    tempo: null,
    length: null,
    assets: [
      { kind: "video" as const, words: ["crowd"] },
      { kind: "image" as const, words: ["dusk"] },
      { kind: "image" as const, words: ["wet street"] },
    ],
  };

  test("are the sentence around the words", () => {
    const from = { text: "no drums", source: "query", turn: 0, start: 12, end: 20 } as const;
    expect(originsOf([from, from], texts, undefined)).toEqual([
      { kind: "query", step: 0, before: "", words: "No Drums", after: ", please!" },
    ]);
  });

  test("are the words alone if the text has others there now", () => {
    const from = { text: "drums", source: "query", turn: 1, start: 2, end: 7 } as const;
    expect(originsOf([from], texts, undefined)).toEqual([
      { kind: "query", step: 1, before: "", words: "drums", after: "" },
    ]);
  });

  test("are the picture or the film that shows it", () => {
    const from = ["wet street", "crowd", "fog"].map((text) => ({ text, source: "asset" as const }));
    expect(originsOf(from, texts, seen)).toEqual([
      { kind: "picture", number: 2, words: "wet street" },
      { kind: "film", number: null, words: "crowd" },
      { kind: "picture", number: null, words: "fog" },
    ]);
  });
});
