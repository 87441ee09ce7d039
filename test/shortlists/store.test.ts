import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { moved } from "../../src/shortlists/shortlist.ts";
import { HttpApp } from "../support/http-app.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

describe("the order of a shortlist", () => {
  const lists = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 30 });

  test("keeps every song once, puts the moved one at its position, and leaves the others in their order", () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.integer({ min: 1, max: 40 }), (ids, pick, position) => {
        const id = ids[pick % ids.length] ?? "";
        const result = moved(ids, id, position);
        expect(result.toSorted()).toEqual(ids.toSorted());
        expect(result.indexOf(id)).toBe(Math.min(position, ids.length) - 1);
        expect(result.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id));
      }),
    );
  });
});

describe("the tables", () => {
  const planOf = (query: string): string =>
    sqliteOf(app.core)
      .sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => detail)
      .join("\n");

  test("are read by their indexes, without sorting", () => {
    expect(
      planOf(
        "select * from shortlists where key_id = 'x' and (created_at, id) < (5, 'y') order by created_at desc, id desc limit 9",
      ),
    ).toBe("SEARCH shortlists USING INDEX shortlists_by_key (key_id=? AND (created_at,id)<(?,?))");
    expect(planOf("select * from shortlist_entries where shortlist_id = 'x' order by position")).toBe(
      "SEARCH shortlist_entries USING INDEX shortlist_entries_by_position (shortlist_id=?)",
    );
  });
});
