import { describe, expect, test } from "bun:test";
import { NO_RIGHTS, type SongRights } from "../../schema/rights.ts";
import { readHolders } from "../../src/catalog/import/rights/read-holders.ts";
import { rightsCells } from "../../src/shortlists/exports/rights-cells.ts";

const RIGHTS: SongRights = {
  ...NO_RIGHTS,
  iswc: "T-034.524.680-1",
  writers: [
    { name: "Ada Field", role: "CA", society: "GEMA", share: 60, ipi: "00123456789" },
    { name: "Bo Lund", role: "", society: "", share: null, ipi: "" },
  ],
  oneStop: false,
  ai: "with_ai",
  exclusive: true,
  exclusiveTo: "Acme",
  exclusiveUntil: Date.parse("2027-01-31T23:59:59Z") / 1_000,
};

describe("the cells of rights in an export", () => {
  test("are empty for what is not on file", () => {
    expect(rightsCells(null)).toEqual(["", "", "", "", "", "", "", ""]);
  });

  test("name holders as an import reads them", () => {
    const [iswc, writers = "", ...others] = rightsCells(RIGHTS);
    expect([iswc, writers, ...others]).toEqual([
      "T-034.524.680-1",
      "Ada Field (CA, GEMA, 60 %, IPI 00123456789); Bo Lund",
      "",
      "",
      "no",
      "",
      "with_ai",
      "yes to Acme until 2027-01-31",
    ]);
    expect(readHolders(writers)).toEqual([
      { name: "Ada Field", role: "CA", ipi: "00123456789", society: "GEMA", share: 60 },
      { name: "Bo Lund" },
    ]);
  });
});
