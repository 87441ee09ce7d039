import { describe, expect, test } from "bun:test";
import { describeWork, withProgress } from "../../src/cli/work-progress.ts";

const BACKUP = { name: "Writing the backup", unit: "bytes" } as const;
const GIB = 1024 ** 3;

/** Runs work that is half done after each step, and returns what it wrote. */
async function shown(isTerminal: boolean, stepsMs: readonly number[], columns = 40): Promise<string> {
  let text = "";
  const sink = { isTerminal, columns, write: async (more: string) => void (text += more) };
  let nowMs = 0;
  const result = await withProgress(
    { err: sink, screen: sink },
    BACKUP,
    (onProgress) => {
      for (const stepMs of stepsMs) {
        nowMs = stepMs;
        onProgress(GIB, 2 * GIB);
      }
      return "done";
    },
    () => nowMs,
  );
  expect(result).toBe("done");
  return text;
}

describe("the progress of work", () => {
  test("has amount, percentage, rate and time left", () => {
    const at = (done: number) => describeWork(BACKUP, { done, total: 4 * GIB, elapsedMs: 4_000 });
    expect(at(0)).toBe("Writing the backup: 0 bytes of 4.0 GiB (0%)");
    expect(at(GIB / 100)).toBe("Writing the backup: 10.2 MiB of 4.0 GiB (0%), 2.6 MiB/s");
    expect(at(GIB)).toBe("Writing the backup: 1.0 GiB of 4.0 GiB (25%), 256.0 MiB/s, 12 s left");
    expect(at(4 * GIB)).toBe("Writing the backup: 4.0 GiB of 4.0 GiB (100%), 1.0 GiB/s, finishing");
    const songs = { name: "Indexing", unit: "songs" } as const;
    expect(describeWork(songs, { done: 5_000, total: 20_000, elapsedMs: 500 })).toBe(
      "Indexing: 5,000 of 20,000 songs (25%), 10,000/s, 2 s left",
    );
    expect(describeWork(songs, { done: 0, total: 0, elapsedMs: 0 })).toBe("Indexing: 0 of 0 songs (100%)");
  });

  test("is one line on a terminal, cut to its width, and cleared at the end", async () => {
    const clear = "\r\u001B[K";
    const line = "Writing the backup: 1.0 GiB of 2.0 GiB ".slice(0, 39);
    expect(await shown(true, [100, 200, 300, 400])).toBe(`${clear}${line}${clear}${line}${clear}`);
    expect(await shown(true, [100])).toBe("");
  });

  test("is a plain line every five seconds on other outputs, and none for short work", async () => {
    expect(await shown(false, [4_999])).toBe("");
    expect(await shown(false, [5_000, 9_000, 10_000])).toBe(
      "Writing the backup: 1.0 GiB of 2.0 GiB (50%), 204.8 MiB/s, 5 s left\n" +
        "Writing the backup: 1.0 GiB of 2.0 GiB (50%), 102.4 MiB/s, 10 s left\n",
    );
  });

  test("is cleared when the work fails", async () => {
    let text = "";
    const sink = { isTerminal: true, columns: 80, write: async (more: string) => void (text += more) };
    let nowMs = 0;
    const failing = withProgress(
      { err: sink, screen: sink },
      BACKUP,
      (onProgress) => {
        nowMs = 1_000;
        onProgress(1, 2);
        throw new Error("no room");
      },
      () => nowMs,
    );
    await expect(failing).rejects.toThrow("no room");
    expect(text).toEndWith("\r\u001B[K");
  });
});
