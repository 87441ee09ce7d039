import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readSamples } from "../../../src/catalog/import/rights/read-samples.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

const lastSecond = (day: string): number => Date.parse(`${day}T23:59:59Z`) / 1_000;

describe("the end of an exclusive licence", () => {
  const GIVEN = [
    ["2027", "2027-12-31"],
    ["12/2027", "2027-12-31"],
    ["2028-02", "2028-02-29"],
    ["June 2027", "2027-06-30"],
    ["2027-00-00", "2027-12-31"],
    ["2027-01-31", "2027-01-31"],
    ["46387", "2026-12-31"],
  ] as const;
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test("is the last second of its year, month or day in a table, and the report says which", async () => {
    await catalog.importCsv(["id,title,Exclusive Until", ...GIVEN.map(([text], at) => `${at},x,${text}`)].join("\n"));
    for (const [at, [, day]] of GIVEN.entries())
      expect(catalog.song(String(at))?.rights?.exclusiveUntil).toBe(lastSecond(day));
    const rough = (await catalog.report()).filter(
      ({ reason }) => reason === "the cell has no day; the last day was used",
    );
    expect(rough.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });

  test("is the same in a sheet", async () => {
    const rows = GIVEN.map(([text], at) => `S${at},Song ${at},s${at}.wav,${text}`);
    await catalog.importCsv(["SourceAudio ID,Title,Filename,Custom: Exclusive Until", ...rows].join("\n"));
    for (const [at, [, day]] of GIVEN.entries())
      expect(catalog.song(`S${at}`)?.rights?.exclusiveUntil).toBe(lastSecond(day));
  });

  test("is the same in a line of a dump, and a line with a wrong one is rejected", async () => {
    const lines = ["2027", "12/2027", "soon"].map((until, at) => ({
      id: `L${at}`,
      title: "x",
      rights: { exclusive_until: until },
    }));
    expect(await catalog.importLines(lines)).toMatchObject({ added: 2, rejected: 1 });
    for (const id of ["L0", "L1"]) expect(catalog.song(id)?.rights?.exclusiveUntil).toBe(lastSecond("2027-12-31"));
  });
});

describe("samples and interpolations", () => {
  test.each([
    ["none", []],
    ["No", []],
    ["no samples", []],
    ["No samples or interpolations.", []],
    ["No samples; no interpolations", []],
    ["Contains no samples", []],
    ["keine Samples", []],
    ["Samples: none", []],
    ["Samples - no", []],
    ["It has no samples", []],
    ["There are no samples", []],
    ["Interpolations: none; samples: none", []],
    ["Does not contain samples", []],
    ["This song doesn’t use samples", []],
    ["this song has no samples", []],
    ["The track contains no samples", []],
    ["Sample-free", []],
    ["does not contain any samples or interpolations", []],
    ["Samples: Rain", ["sample"]],
    ["Samples: none; interpolations: Rain", ["interpolation"]],
    ["Samples cleared: no", ["sample"]],
    ["Does not contain uncleared samples", ["sample"]],
    ["This song has a sample", ["sample"]],
    ["Samples: yes", ["sample"]],
    ["Sample free to use", ["sample"]],
    ["Does not contain samples but interpolates Rain", ["interpolation"]],
    ["x", ["sample"]],
    ["contains_sample", ["sample"]],
    ["Sample and interpolation", ["sample", "interpolation"]],
    ['No samples; interpolates "Rain"', ["interpolation"]],
    ["No samples - interpolates Rain", ["interpolation"]],
    ["No samples (interpolation of Rain)", ["interpolation"]],
    ["No samples and it interpolates Rain", ["interpolation"]],
    ["No interpolation, but a sample of Rain", ["sample"]],
    ["Interpolates Rain; no samples", ["interpolation"]],
    ["Sample not cleared", ["sample"]],
    ["No uncleared samples", ["sample"]],
  ] as const)("are read from %j", (text, expected) => {
    const reading = readSamples(text);
    expect(reading).toEqual({ kind: "value", value: [...expected] });
  });

  test.each([
    "Does not have a publisher",
    "Not known",
    "Samples: not known",
    "Not sure",
    "No information",
    "no samples known",
    "Keine Angaben bekannt",
    "No samples, see notes",
    "No samples except Rain",
    "maybe",
    `No${", no".repeat(1_000)}`,
  ])("are not read from %j", (text) => {
    expect(readSamples(text)).toMatchObject({ kind: "wrong" });
  });
});
