import { expect, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface SongTitles {
  readonly titleOf: (id: string) => string | null;
  readonly readTitles: (ids: readonly string[]) => Promise<void>;
}

const page = new ConsoleState();
const { titleOf, readTitles } = await page.load<SongTitles>("results/song-titles.ts");

test("titles of songs are read once, and a song that is gone has none", async () => {
  const reading = readTitles(["1042", "gone"]);
  expect(page.asked.map(({ path }) => new URL(path, "http://x").searchParams.get("filter[id]"))).toEqual(["1042,gone"]);
  await page.request("GET", "/v1/songs").answer({ data: [{ id: "1042", attributes: { title: "Sinner Moon" } }] });
  await reading;
  expect([titleOf("1042"), titleOf("gone")]).toEqual(["Sinner Moon", null]);
  await readTitles(["1042"]);
  expect(page.asked).toHaveLength(1);
});

test("titles that cannot be read stay unknown", async () => {
  const reading = readTitles(["1043"]);
  await page.request("GET", "/v1/songs").answer({ errors: [] }, 503);
  await reading;
  expect(titleOf("1043")).toBeNull();
});
