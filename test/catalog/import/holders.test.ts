import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RightsHolder } from "../../../schema/rights.ts";
import { describeShareFault } from "../../../src/catalog/import/rights/share-fault.ts";
import { readHolderColumns } from "../../../src/catalog/import/rights/read-holders.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

const withShares = (shares: readonly number[]): RightsHolder[] =>
  shares.map((share) => ({ name: "A", role: "", ipi: "", society: "", share }));

describe("columns with holders", () => {
  const read = (...texts: string[]) => {
    const reading = readHolderColumns(texts);
    return reading.kind === "value" ? reading.value : null;
  };

  test("name each holder once, with all that is known", () => {
    expect(read("Ann; Bob", "ann")).toEqual([{ name: "Ann" }, { name: "Bob" }]);
    expect(read("Ann (C, 50 %); Bob", "Ann (A, GEMA)")).toEqual([
      { name: "Ann", role: "C/A", society: "GEMA", share: 50 },
      { name: "Bob" },
    ]);
  });

  test("keep holders that differ in a detail, and the names of one column", () => {
    expect(read("Ann (60 %)", "Ann (40 %)")).toHaveLength(2);
    expect(read("Ann (IPI 00123456789)", "Ann (IPI 00123456780)")).toHaveLength(2);
    expect(read("Ann; Ann")).toHaveLength(2);
  });
});

describe("a cell with holders", () => {
  test.each([
    ["Ada Field (C/A, GEMA, 60 %)", { role: "C/A", society: "GEMA", share: 60 }],
    ["Ada Field (C, A, GEMA)", { role: "C/A", society: "GEMA" }],
    ["Ada Field (GEMA/60 %/CA)", { role: "CA", society: "GEMA", share: 60 }],
    ["Ada Field (PRS, 1/2)", { society: "PRS", share: 50 }],
  ])("is read from %j", (text, expected) => {
    expect(readHolderColumns([text])).toEqual({ kind: "value", value: [{ name: "Ada Field", ...expected }] });
  });

  test.each([
    ["Ada Field (GEMA, 60)", "60", { society: "GEMA" }],
    ["Ada Field (60/40)", "60/40", {}],
    ["Ada Field (150 %)", "150", {}],
    ["Ada Field (GEMA, 60 %, 30)", "30", { society: "GEMA", share: 60 }],
  ])("names numbers of %j that are not certain", (text, unread, expected) => {
    const remark = `${JSON.stringify(unread)} is no share in percent; left out`;
    expect(readHolderColumns([text])).toEqual({ kind: "value", value: [{ name: "Ada Field", ...expected }], remark });
  });
});

describe("the columns beside holders", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
  });
  afterAll(() => catalog.remove());

  test("are read where they are clear, and the report has the rest", async () => {
    const cells: readonly (readonly [string, string, readonly (number | null)[]])[] = [
      ["A;B", "60/40", [60, 40]],
      ["A;B", "60 + 40", [60, 40]],
      ["A;B", "1/2;1/2", [50, 50]],
      ["A;B;C", "33.3;33.3;33.3", [33.3, 33.3, 33.3]],
      ["A;B", "60;", [60, null]],
      ["A;B", "60;most", [60, null]],
      ["A;B", "60/30", [null, null]],
      ["A;B", "50;30;20", [50, 30]],
      ["A;B", '"95,5"', [95, 5]],
      ["A;B", '"60, 40"', [60, 40]],
      ["A;B;C", '"50,25,25"', [50, 25, 25]],
      ["", "60;40", []],
    ];
    const rows = cells.map(([names, shares], at) => `${at},x,${names},${shares}`);
    await catalog.importCsv(["id,title,writers,writer_share", ...rows].join("\n"));
    for (const [at, [, , shares]] of cells.entries())
      expect(catalog.song(String(at))?.rights?.writers.map(({ share }) => share) ?? []).toEqual([...shares]);
    const report = await catalog.report();
    expect(
      report.filter(({ field }) => field === "writer_share").map(({ line, reason }) => `${line}: ${reason}`),
    ).toEqual([
      '6: "60;" has 1 value for 2 writers; they were used in order',
      '7: "most" is no share in percent; left out',
      '8: "60/30" is no share in percent; left out; "60/30" has 1 value for 2 writers; they were used in order',
      '9: "50;30;20" has 3 values for 2 writers; they were used in order',
      '10: "95,5" was read as 2 shares, not as one with a decimal comma',
      '13: "60;40" has 2 values for 0 writers; left out',
    ]);
    expect(report.filter(({ line, field }) => line === 5 && field === "rights")).toEqual([]);
  });

  test("of a sheet are reported, too", async () => {
    await catalog.importCsv(
      [
        "SourceAudio ID,Title,Filename,Writer 1 First Name,Writer 1 Last Name,Writer 1 Ownership",
        "77,Snow,snow.wav,Cy,Dale,60/40",
      ].join("\n"),
    );
    expect((await catalog.report()).map(({ reason }) => reason)).toContain(
      'expected a share of Cy Dale in percent, got "60/40"; left out',
    );
  });

  test("that are fractions of one are corrected, for writers and publishers alone or together", async () => {
    const rights = [
      {
        writers: [
          { name: "A", share: 0.25 },
          { name: "B", share: 0.25 },
        ],
        publishers: [{ name: "P", share: 0.5 }],
      },
      { writers: [{ name: "A", share: 1 }], publishers: [{ name: "P", share: 1 }] },
      { writers: [0.333, 0.333, 0.333].map((share) => ({ name: "A", share })) },
      { writers: [{ name: "A", share: 0.5 }], publishers: [{ name: "P" }] },
    ];
    await catalog.importLines(rights.map((one, at) => ({ id: `f${at}`, title: "x", rights: one })));
    const shares = rights.map((_, at) => {
      const { writers = [], publishers = [] } = catalog.song(`f${at}`)?.rights ?? {};
      return [...writers, ...publishers].map(({ share }) => share);
    });
    expect(shares).toEqual([
      [25, 25, 50],
      [100, 100],
      [33.3, 33.3, 33.3],
      [0.5, null],
    ]);
  });

  test("add up if thirds are written as 33.3 %", () => {
    expect(describeShareFault({ writers: withShares([33.3, 33.3, 33.3]), publishers: [] })).toBeNull();
    expect(describeShareFault({ writers: withShares([33.3, 33.3, 33.2]), publishers: [] })).toContain("99.8 %");
  });
});
