import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a lease", () => {
  test("is renewed as long as the job runs, so that nobody else takes it", async () => {
    const { kind, tries } = heldKind();
    setup.add(kind);
    setup.runner([kind]).start();
    await setup.time.settle();
    setup.runner([kind], { db: setup.anotherConnection(), isOnlyRunner: false }).start();
    await setup.time.pass(10 * 60_000);
    expect(tries.length).toBe(1);
  });

  test("that ran out while the machine slept does not cost the job its runner", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    setup.runner([kind]).start();
    await setup.time.settle();
    setup.time.jump(60 * 60_000);
    await setup.time.pass(60_000);
    expect(tries.length).toBe(1);
    tries[0]?.end({ kind: "done" });
    await setup.time.settle();
    expect(setup.row(id)).toMatchObject({ state: "done", attempt: 1 });
  });

  test("of a former process is rescued at the start, and the try that died counts", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    leaveRunning(id, setup.time.now() + 60_000);
    setup.runner([kind]).start();
    await setup.time.settle();
    expect(tries.map((one) => one.context.attempt)).toEqual([2]);
  });

  test("of a process that may be alive is left until it runs out", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    leaveRunning(id, setup.time.now() + 30_000);
    setup.runner([kind], { isOnlyRunner: false }).start();
    await setup.time.pass(29_000);
    expect(tries.length).toBe(0);
    await setup.time.pass(31_000);
    expect(tries.length).toBe(1);
  });

  test("of a job that dies each time is rescued until its tries are used up, and settled then", async () => {
    const reasons: string[] = [];
    const kind = kindOf({ attemptsMax: 1, onExhausted: (_tx, _payload, reason) => void reasons.push(reason) });
    const id = setup.add(kind);
    leaveRunning(id, setup.time.now());
    setup.runner([kind]).start();
    await setup.time.settle();
    expect(setup.row(id).state).toBe("failed");
    expect(reasons).toEqual(["The process that ran this try ended before the try did."]);
  });

  function leaveRunning(id: number, until: number): void {
    setup.tamper(
      `update jobs set state = 'running', attempt = 1, lease_owner = 'gone', lease_until = ${until} where id = ${id}`,
    );
  }
});

describe("a process killed in the middle of a job", () => {
  test("leaves it to the next one", async () => {
    const child = Bun.spawn([process.execPath, fileURLToPath(import.meta.resolve("./killed-runner.ts")), setup.path], {
      stdout: "pipe",
      stderr: "inherit",
    });
    for await (const chunk of child.stdout) {
      if (new TextDecoder().decode(chunk).includes("running")) break;
    }
    child.kill("SIGKILL");
    await child.exited;
    const { kind, tries } = heldKind();
    setup.time.jump(Date.now() - setup.time.now());
    setup.runner([kind]).start();
    await setup.time.settle();
    expect(tries.map((one) => one.payload.name)).toEqual(["left behind"]);
    expect(tries[0]?.context.attempt).toBe(2);
  });
});
