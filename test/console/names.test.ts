import { describe, expect, test } from "bun:test";
import { keyIn } from "../../src/console/app/lib/musical-key.ts";
import { ConsoleState } from "../support/console-state.ts";

interface Texts {
  readonly chooseLanguage: (language: string) => Promise<void>;
}

interface Versions {
  readonly versionName: (file: { readonly description: string }) => string;
}

const state = new ConsoleState();
Object.assign(globalThis, { document: { documentElement: {} } });
const { chooseLanguage } = await state.load<Texts>("lib/texts.ts");
const { versionName } = await state.load<Versions>("results/version-name.ts");

describe("a key", () => {
  test.each([
    ["D minor", "d-Moll", "ré mineur", "re menor"],
    ["C# minor", "cis-Moll", "do dièse mineur", "do sostenido menor"],
    ["Eb major", "Es-Dur", "mi bémol majeur", "mi bemol mayor"],
    ["Ab minor", "as-Moll", "la bémol mineur", "la bemol menor"],
    ["Bb major", "B-Dur", "si bémol majeur", "si bemol mayor"],
    ["B minor", "h-Moll", "si mineur", "si menor"],
    ["Gb major", "Ges-Dur", "sol bémol majeur", "sol bemol mayor"],
    ["F#", "Fis", "fa dièse", "fa sostenido"],
    ["minor", "Moll", "mineur", "menor"],
    ["G lydian", "G-Lydisch", "sol lydien", "sol lidio"],
    ["Bb mixolydian", "B-Mixolydisch", "si bémol mixolydien", "si bemol mixolidio"],
    ["dorian", "Dorisch", "dorien", "dórico"],
  ])("%s is written as in the language", (key, de, fr, es) => {
    expect([keyIn("en", key), keyIn("de", key), keyIn("fr", key), keyIn("es", key)]).toEqual([key, de, fr, es]);
  });

  test.each(["", "8A", "modal", "D blues", "D toString", "H moll"])("%p stays as the catalog has it", (key) => {
    expect([keyIn("de", key), keyIn("fr", key)]).toEqual([key, key]);
  });
});

describe("the name of a version", () => {
  test("is written in the language of the page if it is a usual one", async () => {
    await chooseLanguage("de");
    expect(
      ["Full mix", "DRUMS", "60 second cut", "60 s without strings", ""].map((description) =>
        versionName({ description }),
      ),
    ).toEqual(["Vollversion", "Schlagzeug", "Fassung von 60 Sekunden", "60 s without strings", "Version"]);
    await chooseLanguage("en");
    expect(versionName({ description: "Drums" })).toBe("Drums");
  });
});
