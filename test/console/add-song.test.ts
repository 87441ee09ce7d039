import { describe, expect, test } from "bun:test";
import { ConsoleState, settled } from "../support/console-state.ts";

interface ListsState {
  readonly listToAddTo: (name: string) => Promise<{ readonly id: string }>;
}

const page = new ConsoleState();
const { listToAddTo } = await page.load<ListsState>("shortlists/lists-state.ts");

describe("the first two songs that are added quickly", () => {
  test("go to one new shortlist", async () => {
    const added = [listToAddTo("first"), listToAddTo("first")];
    await page.request("GET", "/v1/shortlists").answer({ data: [], links: { next: null } });
    await page
      .request("POST", "/v1/shortlists")
      .answer({ data: { id: "new", attributes: { name: "first", entries: 0 } } }, 201);
    await settled();
    expect((await Promise.all(added)).map(({ id }) => id)).toEqual(["new", "new"]);
    expect(page.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});
