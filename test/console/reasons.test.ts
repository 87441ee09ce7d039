import { describe, expect, test } from "bun:test";
import type { Constraint } from "../../schema/brief.ts";
import type { ReasonFacts } from "../../schema/wire/reason.ts";
import { filled } from "../../src/console/app/lib/fill-text.ts";
import { constraintText, type Wording } from "../../src/console/app/results/constraint-text.ts";
import { unservedText } from "../../src/console/app/results/unserved-text.ts";
import { reasonText } from "../../src/console/app/results/reason-text.ts";
import { de } from "../../src/console/app/texts/de.ts";
import { en } from "../../src/console/app/texts/en.ts";
import { es } from "../../src/console/app/texts/es.ts";
import { fr } from "../../src/console/app/texts/fr.ts";
import { constraintFacts } from "../../src/ranking/constraint-facts.ts";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";
import { describeReason } from "../../src/ranking/describe-reason.ts";

const TEXTS = { en, de, fr, es };
const OPEN = Number.MAX_SAFE_INTEGER;

function wordingIn(language: Wording["language"]): Wording {
  return { language, text: (key, values = {}) => filled(TEXTS[language][key], values, language) };
}

type Facts = Exclude<ReasonFacts, { readonly kind: "constraint" }>;

const REASONS: readonly Facts[] = [
  { kind: "tags", names: ["hopeful"] },
  { kind: "asked", names: ["warm", "piano"] },
  { kind: "for", names: ["drums"], of: "Trommeln" },
  { kind: "near", names: ["inspiring"], of: "hopeful" },
  { kind: "phrase", names: ["tense", "urgent"], of: "car chase" },
  { kind: "like", names: ["jazz"], of: "like Nina Simone" },
  { kind: "like", names: ["jazz"], of: "Nina Simone" },
  { kind: "by", name: "Nina Simone" },
  { kind: "story", names: ["sad"], of: "the funeral" },
  { kind: "story", names: ["sad"], of: null },
  { kind: "seen", names: ["dark"], of: "night street" },
  { kind: "says", names: ["midnight", "rain"], where: "title" },
  { kind: "says", names: ["midnight"], where: "artist" },
  { kind: "says", names: ["midnight"], where: "description" },
  { kind: "says", names: ["midnight"], where: "lyrics" },
  { kind: "likely", names: ["dreamy"] },
  { kind: "described" },
  { kind: "versions", count: 1 },
  { kind: "versions", count: 3 },
  { kind: "sound", facets: ["rhythm"] },
  { kind: "sound", facets: ["rhythm", "feel", "harmony"] },
  { kind: "tempo", bpm: 1_200, felt: null, measured: false },
  { kind: "tempo", bpm: 120, felt: 60, measured: true },
  { kind: "near_tempo", bpm: 90, of: "seen" },
  { kind: "near_tempo", bpm: 90, of: "heard" },
  { kind: "loudness", lufs: -14 },
  { kind: "energy", level: "very_low", measured: true },
  { kind: "mode", mode: "minor", measured: true },
  { kind: "develops", shape: "rising", with: null },
  { kind: "develops", shape: "arch", with: "the film" },
  { kind: "develops", shape: "rising", with: "the last 20 seconds", last_seconds: 20 },
  { kind: "develops", shape: "falling", with: "the last minute", last_seconds: 60 },
  { kind: "develops", shape: "steady", with: "the last 4 minutes", last_seconds: 240 },
  { kind: "length", seconds: 178 },
  { kind: "released", year: 2_015 },
  { kind: "key", key: "C# minor" },
  { kind: "key", key: "minor" },
  { kind: "vocals", want: "lead" },
  { kind: "vocals", want: "background" },
  { kind: "vocals", want: "instrumental" },
  { kind: "vocals", want: "none" },
  { kind: "same_artist" },
  { kind: "shared_tags", names: ["zydeco", "joyful"], more: 0 },
  { kind: "shared_tags", names: ["zydeco", "joyful"], more: 2 },
  { kind: "shared_tempo", bpm: 120, other: 120 },
  { kind: "shared_tempo", bpm: 118, other: 121 },
  { kind: "shared_key", key: "A minor", other: "A minor" },
  { kind: "shared_key", key: "A minor", other: "C major" },
  { kind: "shared_energy", level: "low" },
];

const FROM = { from: [] };
const CONSTRAINTS: readonly Constraint[] = [
  ...(["none", "not_lead", "lead", "background"] as const).map((want) => ({ kind: "vocals" as const, want, ...FROM })),
  ...(["clean", "explicit", "stems", "one_stop", "no_samples", "not_exclusive"] as const).map((kind) => ({
    kind,
    ...FROM,
  })),
  {
    kind: "tempo",
    ranges: [
      { minBpm: 110, maxBpm: 130 },
      { minBpm: 90, maxBpm: OPEN },
      { minBpm: 0, maxBpm: 75.5 },
    ],
    ...FROM,
  },
  { kind: "energy", levels: ["very_low", "low", "medium"], ...FROM },
  { kind: "duration", minSeconds: 60, maxSeconds: 60, ...FROM },
  { kind: "released", fromYear: null, toYear: null, ...FROM },
  { kind: "released", fromYear: null, toYear: 1_999, ...FROM },
  { kind: "released", fromYear: 2_010, toYear: null, ...FROM },
  { kind: "released", fromYear: 2_010, toYear: 2_010, ...FROM },
  { kind: "released", fromYear: 1_990, toYear: 1_999, ...FROM },
  { kind: "pre_cleared", territories: [], ...FROM },
  { kind: "pre_cleared", territories: ["WW"], ...FROM },
  { kind: "pre_cleared", territories: ["DE", "AT", "FR"], ...FROM },
  { kind: "ai", want: "human", ...FROM },
  { kind: "ai", want: "not_by_ai", ...FROM },
  { kind: "playlist", want: "in", name: "Endings", ...FROM },
  { kind: "playlist", want: "out", name: "Endings", ...FROM },
  {
    kind: "key",
    keys: [
      { tonic: 1, mode: "minor" },
      { tonic: null, mode: "minor" },
      { tonic: null, mode: null },
    ],
    ...FROM,
  },
  { kind: "excluded", facet: "instrument", name: "guitar", kin: [], notKin: [], ...FROM },
  { kind: "tagged", want: "with", facet: "mood", name: "dark", names: [], ...FROM },
  { kind: "tagged", want: "without", facet: "mood", name: "dark", names: [], ...FROM },
];

describe("the console", () => {
  test("says a reason in English as the API does", () => {
    for (const facts of REASONS) expect(reasonText(facts, wordingIn("en"))).toBe(describeReason(facts));
  });

  test("says a constraint in English as the API does", () => {
    for (const one of CONSTRAINTS)
      expect(constraintText(constraintFacts(one), wordingIn("en"))).toBe(describeConstraint(one));
  });

  test("has no words for a kind of a later version, so that the page shows the English ones", () => {
    const later = JSON.parse('{"kind": "later"}');
    expect([reasonText(later, wordingIn("de")), unservedText(later, wordingIn("de"))]).toEqual([undefined, undefined]);
  });

  test("says reasons in other languages, with tags and the person's words as they are", () => {
    const said = (language: Wording["language"], facts: ReasonFacts) => reasonText(facts, wordingIn(language));
    expect(said("de", { kind: "near", names: ["inspiring"], of: "hopeful" })).toBe("inspiring, nahe bei hopeful");
    expect(said("de", { kind: "like", names: ["jazz"], of: "like Nina Simone" })).toBe("jazz: wie Nina Simone");
    expect(said("de", { kind: "by", name: "Nina Simone" })).toBe("von Nina Simone");
    expect(said("fr", { kind: "released", year: 2_015 })).toBe("sorti en 2015");
    expect(said("es", { kind: "shared_key", key: "A minor", other: "C major" })).toBe("do mayor combina con la menor");
    expect(said("de", { kind: "sound", facets: ["rhythm", "feel"] })).toBe("ähnlich: Rhythmus und Charakter");
    expect(said("de", { kind: "develops", shape: "rising", with: "the last minute", last_seconds: 60 })).toBe(
      "steigert sich mit der letzten Minute",
    );
    const stems = { kind: "constraint", constraint: { kind: "stems" } } as const;
    expect(said("de", stems)).toBe("Stems verfügbar");
  });

  test("says constraints in other languages", () => {
    const said = (language: Wording["language"], one: Constraint): string =>
      constraintText(constraintFacts(one), wordingIn(language));
    expect(said("fr", { kind: "vocals", want: "none", ...FROM })).toBe("sans voix");
    expect(said("de", { kind: "key", keys: [{ tonic: 1, mode: "minor" }], ...FROM })).toBe("in cis-Moll");
    expect(said("de", { kind: "pre_cleared", territories: ["DE", "AT"], ...FROM })).toBe(
      "vorab geklärt für Deutschland und Österreich",
    );
    expect(said("es", { kind: "tempo", ranges: [{ minBpm: 0, maxBpm: 90 }], ...FROM })).toBe("como máximo 90 bpm");
  });
});
