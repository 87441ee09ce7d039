import { describe, expect, test } from "bun:test";
import { refuse, refuseUntil } from "../../../src/lib/refusal.ts";
import { makingJobs } from "../../../src/media/make/jobs.ts";
import type { MakeOutcome } from "../../../src/media/make/maker.ts";
import { NoSpace } from "../../../src/media/make/making-space.ts";
import { StoreUnwritable } from "../../../src/media/store/failures.ts";
import type { MakeTask } from "../../../src/media/make/make-task.ts";
import { jobContext } from "../../support/job-context.ts";

const TASK: MakeTask = { kind: "mp3", source: "in place" };
const context = jobContext();

async function outcomeOf(make: () => Promise<MakeOutcome>): Promise<unknown> {
  const kinds = makingJobs({ maker: { make }, taskFor: () => TASK });
  return await kinds[0]?.run({ id: "1" }, context);
}

describe("a job that generates a file", () => {
  test("is put off while the store of media does not answer, which counts as no attempt", async () => {
    expect(await outcomeOf(() => Promise.reject(refuseUntil("storage_unavailable", 10)))).toEqual({
      kind: "snooze",
      afterMs: 60_000,
    });
  });

  test("is put off while the disk is full", async () => {
    const full = new StoreUnwritable("no room", { cause: Object.assign(new Error("no room"), { code: "ENOSPC" }) });
    for (const error of [new NoSpace(), full]) {
      expect(await outcomeOf(() => Promise.reject(error))).toEqual({ kind: "snooze", afterMs: 60_000 });
    }
  });

  test("is attempted again after any other failure", async () => {
    await expect(outcomeOf(() => Promise.reject(refuse("not_found")))).rejects.toThrow();
    await expect(outcomeOf(() => Promise.reject(new Error("the disk fails")))).rejects.toThrow("the disk fails");
  });

  test("is done when the file is generated, and when it can never be", async () => {
    const made = (): Promise<MakeOutcome> => Promise.resolve({ kind: "made", path: "a.mp3" });
    const failed = (): Promise<MakeOutcome> => Promise.resolve({ kind: "failed", reason: "it has no sound" });
    expect([await outcomeOf(made), await outcomeOf(failed)]).toEqual([{ kind: "done" }, { kind: "done" }]);
  });
});
