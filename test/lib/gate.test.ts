import { expect, test } from "bun:test";
import { Gate } from "../../src/lib/gate.ts";

test("a gate limits parallel tasks, keeps their order, and frees the slot of a failed task", async () => {
  const gate = new Gate(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    gate
      .through(() => {
        begun.push(index);
        return promise;
      })
      .catch((error: unknown) => error),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error("no"));
  expect(await results[1]).toBeInstanceOf(Error);
  expect(begun).toEqual([0, 1, 2]);
  for (const [index, { resolve }] of ends.entries()) resolve(index);
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual([0, 2, 3]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
