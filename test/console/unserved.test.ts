import { describe, expect, test } from "bun:test";
import type { ConstraintFacts } from "../../schema/wire/reason.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import { filled } from "../../src/console/app/lib/fill-text.ts";
import type { Wording } from "../../src/console/app/results/constraint-text.ts";
import { unservedText } from "../../src/console/app/results/unserved-text.ts";
import { de } from "../../src/console/app/texts/de.ts";
import { en } from "../../src/console/app/texts/en.ts";
import { es } from "../../src/console/app/texts/es.ts";
import { fr } from "../../src/console/app/texts/fr.ts";
import { describeUnserved } from "../../src/ranking/describe-unserved.ts";

const TEXTS = { en, de, fr, es };

function wordingIn(language: Wording["language"]): Wording {
  return { language, text: (key, values = {}) => filled(TEXTS[language][key], values, language) };
}

const VOICES: ConstraintFacts = { kind: "vocals", want: "none" };
const FAST: ConstraintFacts = { kind: "tempo", ranges: [{ min: 140, max: null }] };
const GUITAR: ConstraintFacts = { kind: "excluded", name: "guitar" };
const ONE = { constraints: [VOICES], more: 0 };
const TWO = { constraints: [VOICES, FAST], more: 0 };
const MANY = { constraints: [VOICES, FAST, GUITAR], more: 2 };

type Kind = UnservedFacts["kind"];
type Examples = { readonly [K in Kind]: readonly Extract<UnservedFacts, { readonly kind: K }>[] };

const EXAMPLES: Examples = {
  empty_catalog: [true, false].map((imported) => ({ kind: "empty_catalog", imported })),
  not_found: [{ kind: "not_found", name: "accordion" }],
  replaced: [{ kind: "replaced", name: "salsa", by: "Latin" }],
  not_tagged: [{ kind: "not_tagged", name: "ecstatic" }],
  no_arc: [{ kind: "no_arc", of: "winds down" }],
  accents_unknown: [{ kind: "accents_unknown", seconds: [1, 62] }],
  unknown_name: (["artist", "song", "playlist"] as const).map((of) => ({
    kind: "unknown_name",
    of,
    name: "Ada Field",
  })),
  wish_ruled_out: [
    { kind: "wish_ruled_out", name: "flamenco", ...ONE, cut: 3, songs: 3, at_least: false },
    { kind: "wish_ruled_out", name: "flamenco", ...TWO, cut: 19, songs: 20, at_least: false },
    { kind: "wish_ruled_out", name: "flamenco", ...TWO, cut: 1, songs: 1, at_least: false },
    { kind: "wish_ruled_out", name: "flamenco", ...ONE, cut: 1_990, songs: 2_000, at_least: true },
  ],
  undecided: [{ kind: "undecided", constraint: VOICES }],
  unclear_scene: [
    { kind: "unclear_scene", of: "several", subject: null },
    { kind: "unclear_scene", of: "film", subject: null },
    { kind: "unclear_scene", of: "picture", subject: null },
    ...(["people", "animal", "object", "food", "texture", "graphic"] as const).map((subject) => ({
      kind: "unclear_scene" as const,
      of: subject === "people" ? ("film" as const) : ("picture" as const),
      subject,
    })),
  ],
  only_constraints: [{ kind: "only_constraints" }],
  nothing_described: [true, false].map((guesses) => ({ kind: "nothing_described", guesses })),
  no_words: [{ kind: "no_words", names: ["zxqv", "blorf"], more: 0 }],
  no_similar_tags: [{ kind: "no_similar_tags", names: ["zydeco", "polka"], more: 3 }],
  only_avoided: [{ kind: "only_avoided" }],
  none_known: [{ kind: "none_known", ...TWO }],
  more_avoided: [{ kind: "more_avoided" }],
  only_named: [{ kind: "only_named" }],
  all_ruled_out: [
    { kind: "all_ruled_out", ...ONE, songs: 1 },
    { kind: "all_ruled_out", ...MANY, songs: 14_000 },
  ],
  no_single_version: [{ kind: "no_single_version", ...TWO, songs: 2 }],
  ruled_out_each: [
    {
      kind: "ruled_out_each",
      by: [
        { constraint: VOICES, songs: 2 },
        { constraint: FAST, songs: 1 },
      ],
      songs: 3,
    },
  ],
  nearest_excluded: [{ kind: "nearest_excluded", constraints: [GUITAR], more: 0, ids: ["1042", "1043"] }],
  no_sound: [{ kind: "no_sound" }],
  few_measured: [{ kind: "few_measured" }],
  not_measured: [{ kind: "not_measured", names: ["Harbour"], more: 0 }],
  no_similar_sound: [
    { kind: "no_similar_sound", constraints: [], more: 0 },
    { kind: "no_similar_sound", ...ONE },
  ],
};
const ALL: readonly UnservedFacts[] = Object.values(EXAMPLES).flat();

describe("what the catalog cannot satisfy", () => {
  test("is said in English as the API does", () => {
    for (const facts of ALL) expect(unservedText(facts, wordingIn("en"))).toBe(describeUnserved(facts));
  });

  test.each(["de", "fr", "es"] as const)("has words for each kind in %s", (language) => {
    for (const facts of ALL) {
      const said = unservedText(facts, wordingIn(language));
      expect([facts, said]).toEqual([facts, expect.stringMatching(/^[^{}]{10,}$/)]);
      expect(said).not.toBe(describeUnserved(facts));
    }
  });

  test("names constraints in the language of the page", () => {
    const [facts] = EXAMPLES.ruled_out_each;
    expect(facts === undefined ? "" : unservedText(facts, wordingIn("de"))).toBe(
      "alle 3 sonst passenden Titel entfallen: „kein Gesang“ schließt 2 aus, „mindestens 140 bpm“ schließt 1 aus",
    );
  });

  test("names songs by their titles where they are known", () => {
    const [facts] = EXAMPLES.nearest_excluded;
    const titleOf = (id: string) => (id === "1042" ? "Sinner Moon" : null);
    expect(facts === undefined ? "" : unservedText(facts, wordingIn("en"), titleOf)).toBe(
      "the nearest songs break 'no guitar': 'Sinner Moon' and 1043",
    );
  });
});
