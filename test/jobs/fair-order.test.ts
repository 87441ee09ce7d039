import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { heldKind, JobsSetup } from "./setup.ts";

const SLOTS = 4;

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a lane", () => {
  test("serves a late client before the next job of a client that fills the lane", async () => {
    const { kind, tries } = heldKind();
    for (let job = 0; job < 200; job++) setup.add(kind, `a${job}`, { client: "a" });
    await setup.runner([kind], { lanes: { errands: SLOTS } }).start();
    await setup.time.runDue();
    setup.add(kind, "b", { client: "b" });
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["a0", "a1", "a2", "a3"]);
    tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(tries.at(-1)?.payload.name).toBe("b");
  });

  test("gives each client the same number of slots if all have enough jobs", async () => {
    const { kind, tries } = heldKind();
    for (const client of ["a", "b"]) for (let job = 0; job < 9; job++) setup.add(kind, client, { client });
    await setup.runner([kind], { lanes: { errands: SLOTS } }).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name).toSorted()).toEqual(["a", "a", "b", "b"]);
  });

  test("with one slot alternates between clients, and serves each client's oldest job first", async () => {
    const { kind, tries } = heldKind();
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) setup.add(kind, name, { client: name.slice(0, 1) });
    await setup.runner([kind], { lanes: { errands: 1 } }).start();
    for (let job = 0; job < 6; job++) {
      await setup.time.runDue();
      tries.at(-1)?.end({ kind: "done" });
    }
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("counts jobs without a client as those of one client", async () => {
    const { kind, tries } = heldKind();
    setup.add(kind, "anonymous 1");
    setup.add(kind, "anonymous 2");
    setup.add(kind, "a", { client: "a" });
    await setup.runner([kind], { lanes: { errands: 2 } }).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["anonymous 1", "a"]);
  });

  test("skips clients whose jobs are not due, and unknown kinds", async () => {
    const { kind, tries } = heldKind();
    setup.add(kind, "later", { client: "a", runAt: setup.time.now() + 60_000 });
    setup.add(kind, "strange", { client: "b" });
    setup.tamper("update jobs set kind = 'from the future' where client = 'b'");
    setup.add(kind, "due", { client: "c" });
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["due"]);
  });
});
