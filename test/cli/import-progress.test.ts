import { describe, expect, test } from "bun:test";
import { describeProgress, progressLine, progressLog } from "../../src/cli/import-progress.ts";
import { silentLog } from "../../src/lib/log.ts";

const HALFWAY = { records: 12_345, rejected: 2, bytesRead: 500, bytesTotal: 1_000, index: null, elapsedMs: 3_000 };

describe("progress", () => {
  test("shows records, percentage, rate, rejected records and time left", () => {
    expect(describeProgress(HALFWAY)).toBe("12,345 records (50%), 4,115/s, 2 rejected, 3 s left");
  });

  test("shows no time left at the beginning", () => {
    const begin = { records: 0, rejected: 0, bytesRead: 0, bytesTotal: 10, index: null, elapsedMs: 0 };
    expect(describeProgress(begin)).toBe("0 records (0%), 0/s");
  });

  test("shows the current step after all records are read", () => {
    const allRead = { ...HALFWAY, bytesRead: 1_000 };
    const at = (songs: number): string => describeProgress({ ...allRead, index: { songs, songsTotal: 12_000 } });
    expect(describeProgress(allRead)).toBe("12,345 records (100%), 4,115/s, 2 rejected, finishing");
    expect(at(0)).toBe("12,345 records, 2 rejected, building the index (0%)");
    expect(at(11_999)).toBe("12,345 records, 2 rejected, building the index (99%)");
    expect(at(12_000)).toBe("12,345 records, 2 rejected, writing the index");
  });
});

describe("on a terminal", () => {
  test("progress stays on one line, below the log lines", () => {
    let text = "";
    const sink = { isTerminal: true, columns: 20, write: async (more: string) => void (text += more) };
    const display = progressLine(sink);
    display.update(HALFWAY);
    display.write("a log line\n");
    display.end();
    const clear = "\r\u001B[K";
    const shown = "12,345 records (50%";
    expect(text).toBe(`${clear}${shown}${clear}a log line\n${shown}${clear}`);
  });
});

describe("on other outputs", () => {
  test("progress is a log line every five seconds", () => {
    const logged: object[] = [];
    const log = { ...silentLog, info: (fields: object) => void logged.push(fields) };
    const display = progressLog(() => log, { write: () => undefined });
    for (const elapsedMs of [1_000, 5_000, 6_000, 10_500]) display.update({ ...HALFWAY, elapsedMs });
    expect(logged).toEqual([
      { records: 12_345, rejected: 2, per_second: 2_469, seconds_left: 5 },
      { records: 12_345, rejected: 2, per_second: 1_176, seconds_left: 11 },
    ]);
  });

  test("is logged as building the index", () => {
    const logged: (readonly [object, string])[] = [];
    const log = { ...silentLog, info: (...line: readonly [object, string]) => void logged.push(line) };
    const display = progressLog(() => log, { write: () => undefined });
    display.update({ ...HALFWAY, elapsedMs: 5_000, index: { songs: 6_000, songsTotal: 12_000 } });
    expect(logged).toEqual([[{ records: 12_345, rejected: 2, indexed: 6_000, songs: 12_000 }, "building the index"]]);
  });
});
