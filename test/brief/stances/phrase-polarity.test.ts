import { describe, expect, test } from "bun:test";
import { preparingPassage } from "../../../src/brief/prepare-passage.ts";
import { findingPhrases } from "../../../src/brief/stances/find-phrases.ts";
import { type PhrasePolarity, phrasePolarity } from "../../../src/brief/stances/phrase-polarity.ts";
import type { StanceChances } from "../../../src/brief/stances/stance.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { runSteps } from "../../../src/lib/steps.ts";
import { MAILS } from "./mails.ts";

const NOTHING: StanceChances = { wanted: 0, refused: 0, reduced: 0, allowed: 0, everyday: 0 };

/** Returns how "vibraphone" counts in a text if the network gives it these chances. */
function polarityOf(text: string, chances: Partial<StanceChances>): PhrasePolarity {
  const { passage } = runSteps(preparingPassage(text, vocabulary()));
  const phrase = runSteps(findingPhrases(passage, vocabulary())).find(
    ({ meaning }) => meaning.concepts[0]?.name === "vibraphone",
  );
  if (phrase === undefined) throw new Error("the text has no vibraphone");
  return phrasePolarity(passage, phrase, { ...NOTHING, ...chances });
}

const MAIL = `${MAILS.get("en") ?? ""} And then there is the vibraphone.`;

describe("a phrase of a long text that the negation rules do not see", () => {
  test("is refused in full if that is certain, and by its chance otherwise", () => {
    expect(polarityOf(MAIL, { refused: 0.9, everyday: 0.1 })).toEqual({ polarity: -1, share: 1 });
    const probable = polarityOf(MAIL, { refused: 0.36, everyday: 0.34, allowed: 0.3 });
    expect(probable.polarity).toBe(-1);
    expect(probable.share).toBeGreaterThan(0.5);
    expect(probable.share).toBeLessThan(1);
  });

  test("is refused by its chance from 0.2 on, if neither a wish nor a permission is likelier", () => {
    const possible = polarityOf(MAIL, { refused: 0.3, everyday: 0.68, wanted: 0.02 });
    expect(possible.polarity).toBe(-1);
    expect(possible.share).toBeLessThan(0.5);
    expect(polarityOf(MAIL, { refused: 0.25, allowed: 0.45, everyday: 0.3 })).toEqual({ polarity: 0, share: 0 });
    expect(polarityOf(MAIL, { refused: 0.1, everyday: 0.9 })).toEqual({ polarity: 0, share: 0 });
  });

  test("is a wish only if that is clearly likelier than a refusal", () => {
    expect(polarityOf(MAIL, { wanted: 0.9, everyday: 0.1 }).polarity).toBe(1);
    expect(polarityOf(MAIL, { wanted: 0.12, refused: 0.08, everyday: 0.8 }).polarity).toBe(0);
  });
});

describe("how far the negation rules of a long text are trusted", () => {
  const doubtful = { wanted: 0.3, refused: 0.35, everyday: 0.35 };

  test("a phrase that they leave out near a negation is wanted", () => {
    expect(polarityOf(MAIL.replace("And then there is the", "No drums in it, the"), doubtful).polarity).toBe(1);
  });

  test("a negation in another sentence says nothing of it", () => {
    const text = MAIL.replace("And then there is the vibraphone", "There are no drums. Rain, a vibraphone on the hill");
    expect(polarityOf(text, doubtful).polarity).not.toBe(1);
  });

  test("sentences of a few words are read together", () => {
    const text = MAIL.replace("And then there is the vibraphone", "Vibraphone: love. Organ: hate");
    expect(polarityOf(text, doubtful).polarity).toBe(1);
  });

  test("a label asks for what is after it, unless it complains", () => {
    const unlikely = { wanted: 0.2, refused: 0.45, everyday: 0.35 };
    expect(polarityOf(MAIL.replace("And then there is the", "Music: dark, with"), unlikely).polarity).toBe(1);
    expect(polarityOf(MAIL.replace("And then there is the", "Music: dated, the"), unlikely).polarity).toBe(-1);
  });
});

test("a request has neither possible refusals nor everyday words", () => {
  expect(polarityOf("vibraphone and rain", { refused: 0.3, everyday: 0.7 })).toEqual({ polarity: 1, share: 1 });
});
