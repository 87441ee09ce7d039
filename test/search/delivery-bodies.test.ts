import { expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { Slices } from "../../src/lib/slices.ts";
import { DeliveryBodies } from "../../src/search/delivery-bodies.ts";
import { ResultDocuments } from "../../src/search/result-document.ts";

test("other requests run between the steps that build the body of a webhook", async () => {
  const events: string[] = [];
  const step = (name: string, result: object) => ({
    value: () => {
      events.push(name);
      return result;
    },
  });
  const bodies = new DeliveryBodies({
    db: { read: async (work) => runNow(work) },
    *executionOf() {
      yield* [];
      events.push("find");
      return Object.create({ keyId: "k" });
    },
    clock: { now: () => 0 },
    keys: Object.create(KeyReader.prototype, {
      find: {
        *value() {
          yield* [];
          events.push("find key");
          return {};
        },
      },
    }),
    documents: Object.create(ResultDocuments.prototype, {
      read: step("parse answer", {}),
      of: {
        *value() {
          yield* [];
          events.push("build document");
          return { data: 1 };
        },
      },
    }),
    slices: new Slices({ sliceMs: 0, now: () => 0, pause: async () => void events.push("others") }),
  });
  expect(await bodies.bodyOf("e")).toBe('{"data":1}');
  const groups = events.join(", ").split("others");
  expect(groups.map((group) => group.replaceAll(/^, |, $/g, ""))).toEqual([
    "",
    "find, find key, parse answer",
    "build document",
    "",
  ]);
});
