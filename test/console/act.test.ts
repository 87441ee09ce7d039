import { expect, test } from "bun:test";
import { ConsoleState, settled } from "../support/console-state.ts";

type Work = () => Promise<void>;

interface Acts {
  readonly newAct: () => {
    readonly isBusy: { readonly value: boolean };
    readonly trouble: { readonly value: string | null };
    readonly run: (work: Work) => void;
    readonly read: (work: Work) => void;
  };
}

const { newAct } = await new ConsoleState().load<Acts>("admin/parts/new-act.ts");

/** Work that ends when the test says so. */
function workIn(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    log.push(name);
    await promise;
  };
  return { work, end: resolve, fail: () => reject(new Error(name)) };
}

test("a change is not made again while it is being made", async () => {
  const log: string[] = [];
  const act = newAct();
  const first = workIn(log, "first");
  act.run(first.work);
  act.run(workIn(log, "second").work);
  first.end();
  await settled();
  expect(log).toEqual(["first"]);
  expect(act.isBusy.value).toBe(false);
});

test("of the reads that are asked for during another one, the last follows, also after a failure", async () => {
  const log: string[] = [];
  const act = newAct();
  const [first, third] = [workIn(log, "first"), workIn(log, "third")];
  act.read(first.work);
  act.read(workIn(log, "second").work);
  act.read(third.work);
  expect(log).toEqual(["first"]);
  first.fail();
  await settled();
  expect(log).toEqual(["first", "third"]);
  expect([act.isBusy.value, act.trouble.value]).toEqual([true, null]);
  third.end();
  await settled();
  expect(act.isBusy.value).toBe(false);
});

test("why a change failed stays while a read that waited for it follows", async () => {
  const act = newAct();
  const change = workIn([], "change");
  act.run(change.work);
  act.read(async () => undefined);
  change.fail();
  await settled();
  expect([act.isBusy.value, act.trouble.value]).toEqual([false, "change"]);
});
