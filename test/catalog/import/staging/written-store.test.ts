import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { WrittenStore } from "../../../../src/catalog/import/staging/written-store.ts";

test("values beyond those in memory are remembered too, each as written last", () => {
  const sqlite = new Database(":memory:");
  const store = new WrittenStore(sqlite, "written_artists", { rememberedMax: 2 });
  for (let at = 0; at < 10; at++) store.set(String(at % 5), `value ${at}`);
  expect(["0", "1", "4", "5"].map((id) => store.get(id))).toEqual(["value 5", "value 6", "value 9", null]);
  store.finalize();
  expect(sqlite.query("SELECT name FROM sqlite_temp_master").all()).toEqual([]);
});
