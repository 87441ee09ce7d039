import { describe, expect, test } from "bun:test";
import { createLogger } from "../../src/app/logger.ts";
import { LogTail } from "../../src/lib/log-tail.ts";

const ALL = { level: "debug", about: "" } as const;

function tailWith(count: number): LogTail {
  const tail = new LogTail(() => "run");
  for (let number = 1; number <= count; number += 1) {
    const level = number % 2 === 0 ? "warn" : "info";
    tail.add(JSON.stringify({ level, time: "2026-11-24T10:00:00.000Z", keyId: `key-${number}`, msg: "request" }));
  }
  return tail;
}

describe("the tail of the log", () => {
  test("returns lines after and before a number, by level and by a text in them", () => {
    const tail = tailWith(6);
    expect(tail.after(4, ALL, 10).map(({ seq }) => seq)).toEqual([5, 6]);
    expect(tail.after(0, ALL, 2).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(tail.before(4, ALL, 2).map(({ seq }) => seq)).toEqual([3, 2]);
    expect(tail.before(7, { level: "warn", about: "" }, 10).map(({ seq }) => seq)).toEqual([6, 4, 2]);
    expect(tail.before(7, { level: "debug", about: "key-3" }, 10).map(({ seq }) => seq)).toEqual([3]);
    expect(tail.after(0, { level: "error", about: "" }, 10)).toEqual([]);
  });

  test("keeps the newest lines only", () => {
    const tail = tailWith(5_000);
    expect(tail.newest).toBe(5_000);
    expect(tail.oldest).toBeGreaterThan(1_000);
    expect(tail.oldest).toBeLessThan(3_002);
    expect(tail.after(0, ALL, 1)[0]?.seq).toBe(tail.oldest);
  });

  test("wakes those who wait for the next line", async () => {
    const tail = tailWith(1);
    const waiting = tail.next(new AbortController().signal);
    tail.add('{"level":"info","time":"2026-11-24T10:00:00.000Z","msg":"next"}');
    await waiting;
    await tail.next(AbortSignal.abort());
    expect(tail.newest).toBe(2);
  });

  test("gets what the logger writes, with masked secrets and without the stack or the parameters of an error", () => {
    const tail = new LogTail(() => "run");
    const config = { logLevel: "info", logFormat: "pretty", adminToken: "an-admin-token" } as const;
    let written = "";
    const destination = { write: (line: string) => void (written += line) };
    const log = createLogger(config, { isTerminal: true, destination, tail });
    log.debug({}, "below the level");
    const error = new Error("Failed query: insert into executions\nparams: a secret brief");
    log.warn({ error, token: "abcdefgh", path: "/x?token=abcdefgh", about: "an-admin-token" }, "storage failed");
    expect(log.tail?.after(0, ALL, 10)).toEqual([
      {
        seq: 1,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        level: "warn",
        message: "storage failed",
        fields: {
          error: "Failed query: insert into executions",
          token: "[secret]",
          path: "/x?token=[secret]",
          about: "[secret]",
        },
      },
    ]);
    expect(written).toContain("params: a secret brief");
  });
});
