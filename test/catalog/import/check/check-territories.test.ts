import { describe, expect, test } from "bun:test";
import { checkTerritories } from "../../../../src/catalog/import/check/check-territories.ts";
import type { RightsFields } from "../../../../schema/wire/dump-record.ts";

const check = (given: Pick<RightsFields, "territories" | "excluded_territories">) => {
  const notes: string[] = [];
  const note = (field: string, reason: string): void => void notes.push(`${field}: ${reason}`);
  const checked = checkTerritories(given, { folder: "/", warn: () => undefined, note });
  return { ...checked, notes };
};

describe("the territories of a song", () => {
  test.each([
    ["Germany; at|Benelux", ["AT", "BE", "DE", "LU", "NL"], []],
    ["USA & Canada", ["CA", "US"], []],
    ["World excluding US, JP", ["WW"], ["JP", "US"]],
    ["Worldwide excl. USA & Canada", ["WW"], ["CA", "US"]],
    ["World except North America (US/CA)", ["WW"], ["CA", "US"]],
    ["World (except for the US and Canada)", ["WW"], ["CA", "US"]],
    ["World excluding Germany/Austria/Switzerland", ["WW"], ["AT", "CH", "DE"]],
    ["World ex Trinidad and Tobago and Bosnia & Herzegovina", ["WW"], ["BA", "TT"]],
    ["Welt ohne Deutschland und Österreich", ["WW"], ["AT", "DE"]],
    ["Monde sauf France et Belgique", ["WW"], ["BE", "FR"]],
    ["Mundo excepto España y Portugal", ["WW"], ["ES", "PT"]],
    ["Mondo tranne Italia e Francia", ["WW"], ["FR", "IT"]],
    ["Mundo exceto Brasil e Portugal", ["WW"], ["BR", "PT"]],
    ["North America, not Canada", ["CA", "US"], ["CA"]],
  ])("are read from %j", (text, territories, excluded) => {
    const { notes, ...checked } = check({ territories: [text] });
    expect(notes).toEqual([]);
    expect(checked).toEqual({ territories, excludedTerritories: excluded });
  });

  test.each([
    [{ territories: ["World excluding Asia"] }, []],
    [{ territories: ["World ex LATAM and Japan"] }, ["JP"]],
    [{ territories: ["World, no US"] }, []],
    [{ territories: ["World not available in Japan"] }, []],
    [{ territories: ["Germany", "Austria except Vienna"] }, []],
    [{ territories: ["World"], excluded_territories: ["Asia", "US"] }, ["US"]],
    [{ territories: ["World"], excluded_territories: ["World except Germany"] }, []],
    [{ territories: ["World"], excluded_territories: ["World"] }, []],
  ])("are not known if %j has an exclusion that cannot be read", (given, excluded) => {
    const checked = check(given);
    expect(checked).toMatchObject({ territories: null, excludedTerritories: excluded });
    expect(checked.notes).toHaveLength(1);
  });

  test("are not known if their text is too long to be read", () => {
    const long = `Japan,${" ".repeat(10_001)}US`;
    expect(check({ territories: ["World"], excluded_territories: [long] }).territories).toBeNull();
    expect(check({ territories: [`World excluding ${long}`] }).territories).toBeNull();
  });

  test("are reported with what cannot be read", () => {
    expect(check({ territories: ["Germany, Atlantis"] })).toEqual({
      territories: ["DE"],
      excludedTerritories: [],
      notes: ['rights.territories: expected a country or its code, got "Atlantis"; left out'],
    });
    expect(check({ territories: ["World"], excluded_territories: ["Asia/US"] }).notes).toEqual([
      'rights.excluded_territories: expected a country or its code, got "Asia"; it is not known where the song can be licensed',
    ]);
  });

  test.each(["N/A", "n/a", "-", "null", ""])("are not on file if they are written as %j", (text) => {
    expect(check({ territories: [text] })).toEqual({ territories: null, excludedTerritories: [], notes: [] });
    expect(check({ territories: ["World", text] })).toMatchObject({ territories: ["WW"], notes: [] });
  });

  test("exclude Namibia, whose code is NA", () => {
    expect(check({ territories: ["World"], excluded_territories: ["NA"] })).toMatchObject({
      territories: ["WW"],
      excludedTerritories: ["NA"],
    });
  });

  test.each(["USA and Canada", "US/CA", "US + CA", "us & ca", "US, CA", "USA et Canada"])("are without %j", (text) => {
    const expected = { territories: ["WW"], excludedTerritories: ["CA", "US"], notes: [] };
    expect(check({ territories: ["WW"], excluded_territories: [text] })).toEqual(expected);
  });

  test.each(["none", "None", "keine", "-", "–", "", "N/A", "n/a", "null"])(
    "are complete without exclusions, written as %j",
    (text) => {
      const expected = { territories: ["WW"], excludedTerritories: [], notes: [] };
      expect(check({ territories: ["WW"], excluded_territories: [text] })).toEqual(expected);
    },
  );
});
