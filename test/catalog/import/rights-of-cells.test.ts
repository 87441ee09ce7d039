import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
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
    ["31.01.2027 23:59", "2027-01-31"],
    ["2027-01-31T00:00:00Z", "2027-01-31"],
    ["31.01.2027 11:59 PM CET", "2027-01-31"],
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
    const lines = ["2027", "12/2027", "soon", "01.02.2027 - 01.02.2029"].map((until, at) => ({
      id: `L${at}`,
      title: "x",
      rights: { exclusive_until: until },
    }));
    expect(await catalog.importLines(lines)).toMatchObject({ added: 2, rejected: 2 });
    for (const id of ["L0", "L1"]) expect(catalog.song(id)?.rights?.exclusiveUntil).toBe(lastSecond("2027-12-31"));
  });
});

describe("an end of an exclusive licence that is no date", () => {
  const GIVEN = [
    ["soon", true, "expected a date"],
    ["31.02.2027", true, "expected a date"],
    ["01.02.2027 - 01.02.2029", true, "expected one date"],
    ["01.02.27 – 01.02.29", true, "expected one date"],
    ["2027-02-01 2029-02-01", true, "expected one date"],
    ["31.12.2027 or later", true, "expected one date"],
    ["in perpetuity", true, null],
    ["none", null, null],
    ["Non-exclusive", null, null],
    ["0000-00-00", null, null],
    ["n/a", null, null],
  ] as const;
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test.each([
    ["a table", "id,title,Exclusive Until", ""],
    ["a sheet", "SourceAudio ID,Filename,Title,Custom: Exclusive Until", "x.wav,"],
  ])("means exclusive without an end, unless it says the opposite, in %s", async (_, header, more) => {
    await catalog.importCsv([header, ...GIVEN.map(([text], at) => `${at},${more}Song ${at},${text}`)].join("\n"));
    for (const [at, [, exclusive]] of GIVEN.entries()) {
      const { rights } = catalog.song(String(at)) ?? {};
      expect([at, rights?.exclusive ?? null, rights?.exclusiveUntil ?? null]).toEqual([at, exclusive, null]);
    }
    const reported = (await catalog.report()).filter(({ reason }) => reason.includes("the song counts as exclusive"));
    expect(reported.map(({ line }) => line)).toEqual(GIVEN.flatMap(([, , why], at) => (why === null ? [] : at + 2)));
  });
});

describe("territories in a table or sheet", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test.each([
    ["a table", "id,title,BPM,Territories,Excluded Territories", ""],
    ["a sheet", "SourceAudio ID,Filename,Title,BPM,Custom: Territories,Custom: Excluded Territories", "x.wav,"],
  ])("read NA by its neighbours, and report the doubt, in %s", async (_, header, more) => {
    const rows = ["90,NA,", "90,World,NA", "NA,NA,NA", '90,"DE, NA",US', "90,NA,NA"];
    await catalog.importCsv([header, ...rows.map((row, at) => `${at},${more}Song ${at},${row}`)].join("\n"));
    const found = rows.map((_row, at) => {
      const { territories = [], excludedTerritories = [] } = catalog.song(String(at))?.rights ?? {};
      return [territories, excludedTerritories];
    });
    expect(found).toEqual([
      [[], []],
      [["WW"], ["NA"]],
      [[], []],
      [["DE", "NA"], ["US"]],
      [null, ["NA"]],
    ]);
    const doubts = (await catalog.report()).filter(({ reason }) => reason.startsWith('"NA" was read as'));
    expect(doubts.map(({ line }) => line)).toEqual([2, 3, 6, 6]);
  });

  test("of several columns of a sheet are joined", async () => {
    const header =
      "SourceAudio ID,Filename,Title,Custom: Territory,Custom: Excluded Territory,Custom: Excluded Territory Code";
    await catalog.importCsv(`${header}\n1,x.wav,One,World,US,CA\n2,x.wav,Two,World,N/A,JP\n3,x.wav,Three,World,NA,JP`);
    const excluded = ["1", "2", "3"].map((id) => catalog.song(id)?.rights?.excludedTerritories);
    expect(excluded).toEqual([["CA", "US"], ["JP"], ["JP", "NA"]]);
  });

  test.each([
    ["a table", "id,title,BPM,territories,territories,excluded_territories,excluded_territories", ""],
    [
      "a table with other names",
      "Track ID,Track Title,BPM,Licensed Territories,TerritoryCode,Territory Exclusions,Excluded Territory",
      "",
    ],
    [
      "a sheet",
      "SourceAudio ID,Filename,Title,BPM,Custom: Territory,Custom: Territory Code,Custom: Excluded Territory,Custom: Excluded Territory Code",
      "x.wav,",
    ],
  ])("of several columns allow no more than the narrowest one, in %s", async (_, header, more) => {
    const cases: readonly [cells: string, territories: string[] | null, excluded: string[], remark: string | null][] = [
      ["NA,FR,NA,,", ["FR"], [], null],
      ["90,FR,NA,,", ["FR"], [], '"NA" was read as a missing value'],
      ["NA,World,,NA,JP", ["WW"], ["JP"], null],
      ["90,DE,FR,,", ["DE", "FR"], [], null],
      ["90,DE,DACH,,", ["DE"], [], "several columns differ"],
      ['90,"Germany, Austria",DACH,CH,', ["AT", "DE"], ["CH"], "several columns differ"],
      ["90,Germany,DE,,", ["DE"], [], null],
      ["90,World,WW,,", ["WW"], [], null],
      ["90,World excluding US,Worldwide without USA,,", ["WW"], ["US"], null],
      ["90,DE,WW,,", ["DE"], [], "several columns differ"],
      ["90,DE,World excluding US,,", ["DE"], ["US"], "several columns differ"],
      ["90,World excluding US,DE,,", ["DE"], ["US"], "several columns differ"],
      ["90,World,World excluding US,,", ["WW"], ["US"], "several columns differ"],
      ["90,World excluding JP,World excluding US,,", ["WW"], ["JP", "US"], "several columns differ"],
      ["90,not DE,FR,,", ["FR"], ["DE"], "several columns differ"],
      ['90,"Europe, not DE",AT,,', ["AT"], ["DE"], "several columns differ"],
      ["90,World excluding Asia,DE,,", null, [], "several columns differ"],
      ["90,Atlantis,WW,,", null, [], "several columns differ"],
      ["90,no US,US,,", null, [], "several columns differ"],
      ["90,World,,none,US", ["WW"], ["US"], null],
      ["90,World,,World except DE,US", null, ["US"], null],
    ];
    await catalog.importCsv([header, ...cases.map(([cells], at) => `${at},${more}Song ${at},${cells}`)].join("\n"));
    const report = (await catalog.report()).filter(({ reason }) => /^(?:several|"NA")/.test(reason));
    for (const [at, [cells, territories, excluded, remark]] of cases.entries()) {
      const { rights } = catalog.song(String(at)) ?? {};
      const found = [cells, rights?.territories ?? null, rights?.excludedTerritories ?? []];
      expect(found).toEqual([cells, territories, excluded]);
      const remarks = report.filter(({ line }) => line === at + 2).map(({ reason }) => reason);
      expect([cells, ...remarks]).toEqual([cells, ...(remark === null ? [] : [expect.stringContaining(remark)])]);
    }
  });
});

describe("a messy table of rights", () => {
  let catalog: CatalogFixture;
  beforeEach(async () => {
    catalog = await CatalogFixture.make();
  });
  afterEach(() => catalog.remove());

  const rightsOf = (id: string) => {
    const { territories, excludedTerritories, excludedUses } = catalog.song(id)?.rights ?? {};
    return [territories, excludedTerritories, excludedUses];
  };

  test("allows no more than any of its columns of territories, whatever they are called", async () => {
    await catalog.importCsv(
      `\uFEFFSong ID;Song Title;Territory;Available Territories;Gebiete;TERRITORY EXCLUSIONS;Excluded Territory Code;Restrictions;Usage Restrictions
1; One ;World; Worldwide ;;;;No adverts;Alcohol, tobacco
2;Two;WW;Germany / Austria;DACH;;CH;;
3;Three;World ex. US;;Europe;n/a;-;;
4;Four;;N/A;Deutschland, Schweiz;none;;TBC;
5;Five;World;Atlantis;;;;;
6;Six;GB;#REF!;World;US;CA;;
`,
    );
    expect(rightsOf("1")).toEqual([["WW"], [], ["No adverts", "Alcohol", "tobacco"]]);
    expect(rightsOf("2")).toEqual([["AT", "DE"], ["CH"], []]);
    expect(rightsOf("3")?.[0]).not.toContain("US");
    expect(rightsOf("3")?.slice(1)).toEqual([["US"], []]);
    expect(rightsOf("4")).toEqual([["CH", "DE"], [], ["TBC"]]);
    expect(rightsOf("5")).toEqual([undefined, undefined, undefined]);
    expect(rightsOf("6")).toEqual([["GB"], ["CA", "US"], []]);
  });
});

describe("a writer in several columns", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test.each([
    ["a table", "id,title,writers,writers,writer_share", ""],
    ["a sheet", "SourceAudio ID,Filename,Title,Composer,Custom: Lyricist,Custom: Writer Share", "x.wav,"],
  ])("counts once, in %s", async (_, header, more) => {
    await catalog.importCsv(`${header}\n1,${more}One,Ann; Bob,Ann,50;50`);
    const { rights, artists } = catalog.song("1") ?? {};
    expect(rights?.writers.map(({ name, share }) => [name, share])).toEqual([
      ["Ann", 50],
      ["Bob", 50],
    ]);
    if (more !== "") expect(artists?.map(({ name }) => name)).toEqual(["Ann", "Bob"]);
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
