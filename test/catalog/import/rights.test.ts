import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { checkRights } from "../../../src/app/checks/rights.ts";
import { currentGeneration } from "../../../src/catalog/generation.ts";
import { runNow } from "../../../src/db/work.ts";
import { matchesFilter } from "../../../src/catalog/matches-filter.ts";
import { NO_FILTER, parseSongFilter, type SongFilter } from "../../../src/catalog/song-filter.ts";
import { NO_RIGHTS, type RightsHolder } from "../../../schema/rights.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

const holder = (name: string, given: Partial<RightsHolder> = {}): RightsHolder => ({
  name,
  role: "",
  ipi: "",
  society: "",
  share: null,
  ...given,
});

describe("rights of a song", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test("are read from JSON Lines, corrected where this is certain, and reported where not", async () => {
    const outcome = await catalog.importLines([
      {
        id: "full",
        title: "Full",
        rights: {
          writers: [
            { name: "Ada Field", role: "CA", ipi: "123456789", society: "GEMA", share: 0.6 },
            { name: "Bo Lund", society: "STIM", share: 0.4, ipi: null },
          ],
          publishers: [{ name: "Field Songs", ipi: "12ab", share: 100 }],
          iswc: "T0345246801",
          master_owner: " Field Records ",
          one_stop: true,
          clearance: "pre_cleared",
          territories: ["Germany", "at", "Benelux", "Atlantis"],
          excluded_territories: ["United States"],
          excluded_uses: ["political", "political"],
          fee_class: "B",
          samples: [],
          ai: "human",
          exclusive_to: "Acme",
          exclusive_until: "2027-01-31",
          label: "x",
        },
      },
      {
        id: "odd",
        title: "Odd",
        rights: {
          writers: [
            { name: "A", share: 60 },
            { name: "B", share: 30 },
          ],
        },
      },
      {
        id: "half",
        title: "Half",
        rights: { writers: [{ name: "A", share: 50 }], publishers: [{ name: "P", share: 50 }] },
      },
      {
        id: "some",
        title: "Some",
        rights: { writers: [{ name: "A", share: 100 }, { name: "B" }], iswc: "T0345246802" },
      },
      { id: "none", title: "None", rights: { writers: [], iswc: "" } },
      { id: "bad", title: "Bad", rights: { ai: "robot" } },
    ]);
    expect(outcome).toMatchObject({ added: 5, rejected: 1 });
    expect(catalog.song("full")?.rights).toEqual({
      writers: [
        holder("Ada Field", { role: "CA", ipi: "00123456789", society: "GEMA", share: 60 }),
        holder("Bo Lund", { society: "STIM", share: 40 }),
      ],
      publishers: [holder("Field Songs", { share: 100 })],
      iswc: "T-034.524.680-1",
      masterOwner: "Field Records",
      oneStop: true,
      clearance: "pre_cleared",
      territories: ["AT", "BE", "DE", "LU", "NL"],
      excludedTerritories: ["US"],
      excludedUses: ["political"],
      feeClass: "B",
      samples: [],
      ai: "human",
      exclusive: true,
      exclusiveTo: "Acme",
      exclusiveUntil: Date.parse("2027-01-31T23:59:59Z") / 1_000,
    });
    expect(catalog.song("none")?.rights).toBeNull();
    expect((await catalog.report()).map(({ line, field, reason }) => `${line} ${field}: ${reason}`)).toEqual([
      '1 rights.publishers[0].ipi: expected an IPI number of at most 11 digits, got "12ab"; left out',
      '1 rights.territories: expected a country or its code, got "Atlantis"; left out',
      "2 rights: the shares of the writers add up to 90 %, not to 100 %",
      '4 rights.iswc: expected an ISWC whose check digit is right, got "T0345246802"; left out',
      "4 rights: writers without a share, beside others with one: B",
      '6 rights.ai: expected one of human, with_ai, by_ai, got "robot"',
    ]);
    expect(outcome.warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "unknown field rights.label",
        "rights.writers with shares as fractions of 1; corrected to percent",
        "shares of writers or publishers that do not add up to 100 %",
      ]),
    );
    const generation = runNow(currentGeneration(catalog.serviceDb));
    expect(generation === null ? [] : checkRights(catalog.dataDir, generation)).toMatchObject([
      {
        status: "warn",
        detail:
          "4 songs have rights on file; shares of 2 are wrong: odd: the shares of the writers add up to 90 %, not to 100 %. some: writers without a share, beside others with one: B",
      },
    ]);
  });

  test("do not change songs that have none", async () => {
    const lines = [
      { id: "full", title: "Full" },
      { id: "none", title: "None" },
    ];
    expect(await catalog.importLines(lines)).toMatchObject({ updated: 1, unchanged: 1 });
    expect(catalog.song("full")?.rights).toBeNull();
  });

  test("are read from tables with our columns and with DDEX's", async () => {
    const header =
      "id,title,Composer,Music Publisher,writer_share,ISWC,PLine,One-Stop,Pre-Cleared,TerritoryCode,Restrictions,Price Class,Contains Sample,AI Disclosure,Exclusivity,Exclusive Until";
    const outcome = await catalog.importCsv(
      [
        header,
        '1,One,"Ada Field (GEMA, IPI 00123456789); Bo Lund [CA]",Field Songs (100%),50;50,T-034.524.680-1,℗ 2024 Field Records,yes,yes,World excluding US; Japan,political; tobacco,A,no,NotGeneratedByAI,no,',
        "2,Two,Ada Field 60%,,,,,x,on request,de|at,,,interpolation,with AI,exclusive,2027-01-31",
        "3,Three,,,,nonsense,,maybe,,,,,,yes,,",
        "4,Four,,,,,,,,World excl. Asia/Japan,,,,,,",
      ].join("\n"),
    );
    expect(outcome).toMatchObject({ added: 4, rejected: 0 });
    expect(catalog.song("1")?.rights).toEqual({
      ...NO_RIGHTS,
      writers: [
        holder("Ada Field", { society: "GEMA", ipi: "00123456789", share: 50 }),
        holder("Bo Lund", { role: "CA", share: 50 }),
      ],
      publishers: [holder("Field Songs", { share: 100 })],
      iswc: "T-034.524.680-1",
      masterOwner: "Field Records",
      oneStop: true,
      clearance: "pre_cleared",
      territories: ["WW"],
      excludedTerritories: ["JP", "US"],
      excludedUses: ["political", "tobacco"],
      feeClass: "A",
      samples: [],
      ai: "human",
      exclusive: false,
    });
    expect(catalog.song("2")?.rights).toMatchObject({
      writers: [holder("Ada Field", { share: 60 })],
      oneStop: true,
      clearance: "on_request",
      territories: ["AT", "DE"],
      samples: ["interpolation"],
      ai: "with_ai",
      exclusive: true,
      exclusiveUntil: Date.parse("2027-01-31T23:59:59Z") / 1_000,
    });
    expect(catalog.song("3")?.rights).toBeNull();
    expect(catalog.song("4")?.rights).toEqual({ ...NO_RIGHTS, excludedTerritories: ["JP"] });
    const reasons = (await catalog.report()).map(({ field, reason }) => `${field}: ${reason}`);
    expect(reasons).toContain('One-Stop: expected yes or no, got "maybe"; left out');
    expect(reasons).toContain('AI Disclosure: expected one of human, with_ai, by_ai, got "yes"; left out');
  });

  test("are read from the sheets of Harvest Media and SourceAudio", async () => {
    await catalog.importCsv(
      [
        "ALBUM: Code,TRACK: Title,TRACK: Number,WRITER:1: First Name,WRITER:1: Last Name,WRITER:1: IPI,WRITER:1: Society,WRITER:1: Share,WRITER:2: First Name,WRITER:2: Last Name,WRITER:2: Share,PUBLISHER:1: Name,PUBLISHER:1: Society,PUBLISHER:1: Share,CODE: ISWC",
        "VH1,Rain,1,Ada,Field,00123456789,GEMA,50%,Bo,Lund,50,Field Songs,GEMA,100,T-034.524.680-1",
      ].join("\n"),
    );
    expect(catalog.song("VH1-1")).toMatchObject({
      artists: [{ name: "Ada Field" }, { name: "Bo Lund" }],
      rights: {
        ...NO_RIGHTS,
        writers: [
          holder("Ada Field", { ipi: "00123456789", society: "GEMA", share: 50 }),
          holder("Bo Lund", { share: 50 }),
        ],
        publishers: [holder("Field Songs", { society: "GEMA", share: 100 })],
        iswc: "T-034.524.680-1",
      },
    });
    await catalog.importCsv(
      [
        "SourceAudio ID,Title,Filename,Writer 1 First Name,Writer 1 Last Name,Writer 1 CAE/IPI,Writer 1 PRO,Writer 1 Ownership,Publisher 1 Company,Publisher 1 PRO,Custom: One Stop,Custom: AI",
        "77,Snow,snow.wav,Cy,Dale,00123456780,PRS,100,Dale Music,PRS,Y,human",
      ].join("\n"),
    );
    expect(catalog.song("77")?.rights).toEqual({
      ...NO_RIGHTS,
      writers: [holder("Cy Dale", { ipi: "00123456780", society: "PRS", share: 100 })],
      publishers: [holder("Dale Music", { society: "PRS" })],
      oneStop: true,
      ai: "human",
    });
  });

  test.each([
    [{ one_stop: "true" }, ["a"]],
    [{ one_stop: "false" }, ["b"]],
    [{ clearance: "pre-cleared" }, ["a", "c"]],
    [{ clearance: "pre_cleared", territory: "Germany" }, ["a", "c"]],
    [{ territory: "US" }, ["a"]],
    [{ territory: "FR,US" }, ["a", "c"]],
    [{ territory: "WW" }, ["a"]],
    [{ ai: "human,with_ai" }, ["a", "b"]],
    [{ samples: "false" }, ["a"]],
    [{ exclusive: "true" }, ["b"]],
    [{ exclusive: "false" }, ["a", "c"]],
    [{ fee_class: "class b" }, ["a"]],
  ])("are filtered by %j", async (raw, ids) => {
    if (catalog.song("a") === null) {
      const rights = [
        {
          one_stop: true,
          clearance: "pre_cleared",
          territories: ["WW"],
          ai: "human",
          samples: [],
          exclusive: false,
          fee_class: "Class B",
        },
        { one_stop: false, clearance: "on_request", ai: "with_ai", samples: ["sample"], exclusive: true },
        { clearance: "pre_cleared", territories: ["WW"], excluded_territories: ["US"], exclusive_until: "1970-01-09" },
        undefined,
      ];
      const lines = rights.map((one, at) => ({ id: "abcd"[at], title: "x", rights: one }));
      await catalog.importLines(lines, { replace: true, mayRetireMany: true });
    }
    const filter = filterOf(raw);
    expect(catalog.read((db) => db.listSongs(filter, null, 9).songs.map(({ id }) => id))).toEqual(ids);
    const all = catalog.read((db) => db.listSongs(NO_FILTER, null, 9).songs);
    expect(all.filter((song) => matchesFilter(song, filter)).map(({ id }) => id)).toEqual(ids);
  });
});

/** On the tenth day since 1970. */
function filterOf(raw: Readonly<Record<string, string>>): SongFilter {
  const parsed = parseSongFilter(raw, 9 * 86_400_000);
  if (parsed.kind === "complaints") throw new Error(JSON.stringify(parsed.complaints));
  return parsed.filter;
}
