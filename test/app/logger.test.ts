import { describe, expect, test } from "bun:test";
import { NASTY_TEXTS, unsafeIn } from "../support/nasty-texts.ts";
import { createLogger } from "../../src/app/logger.ts";

const COLOUR = new RegExp(String.raw`\x1b\[\d+m`, "g");

function logged(
  format: "json" | "pretty" | null,
  isTerminal: boolean,
  fields: object,
  message = "something happened",
): string {
  let text = "";
  const destination = { write: (line: string) => void (text += line) };
  createLogger({ logLevel: "info", logFormat: format }, { isTerminal, destination }).info(fields, message);
  return text;
}

describe("the log", () => {
  test("is JSON lines unless it is on a terminal", () => {
    expect(JSON.parse(logged(null, false, { songs: 3 }))).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      songs: 3,
      msg: "something happened",
    });
  });

  test("is pretty on a terminal, and in colour there only", () => {
    expect(logged(null, true, { songs: 3 })).toContain("\u001B[");
    const plain = logged("pretty", false, { songs: 3 });
    expect(plain).toContain("something happened");
    expect(plain).not.toContain("\u001B[");
    expect(plain).not.toContain('"msg"');
  });

  describe.each(Object.entries(NASTY_TEXTS))("with %s", (_, nasty) => {
    const error = Object.assign(new Error(nasty), { cause: new Error(nasty), path: nasty });
    const fields = { nasty, list: [nasty], nested: { nasty }, error };

    test.each([true, false])("is safe for a terminal (%p) when it is pretty", (isTerminal) => {
      const text = logged("pretty", isTerminal, fields, nasty);
      expect(unsafeIn(text.replaceAll(COLOUR, ""))).toEqual([]);
      // The message has one line, and the stack is indented.
      const unindented = text.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
      expect(unindented).toHaveLength(1);
    });

    test("is safe in JSON, with the same value", () => {
      const text = logged("json", true, fields, nasty);
      expect(unsafeIn(text)).toEqual([]);
      expect(JSON.parse(text)).toMatchObject({ nasty, list: [nasty], nested: { nasty }, msg: nasty });
    });
  });

  test("of an error shows its stack, line by line", () => {
    const lines = logged("pretty", false, { error: new Error("no room") }).split("\n");
    expect(lines.filter((line) => /^ +at /.test(line)).length).toBeGreaterThan(0);
    expect(lines.join("\n")).toContain("Error: no room\n");
  });

  test("follows LOG_FORMAT on a terminal too", () => {
    expect(logged("json", true, {})).toStartWith('{"level":"info"');
  });

  test("throws no error if it cannot be written", () => {
    const destination = {
      write: () => {
        throw new Error("no space left");
      },
    };
    const log = createLogger({ logLevel: "info", logFormat: "json" }, { isTerminal: false, destination });
    expect(() => log.error({}, "lost")).not.toThrow();
  });

  test("omits lines below LOG_LEVEL", () => {
    let text = "";
    const log = createLogger(
      { logLevel: "warn", logFormat: "json" },
      { isTerminal: false, destination: { write: (line) => void (text += line) } },
    );
    log.info({}, "quiet");
    log.warn({}, "loud");
    expect(text).not.toContain("quiet");
    expect(text).toContain("loud");
  });

  test("never contains a secret that a caller passes", () => {
    const fields = {
      token: "t-123",
      webhook_secret: "whsec_123",
      headers: { authorization: "Token nd_live_123" },
      config: { adminToken: "a-123", apiKey: "sk-123" },
    };
    for (const format of ["json", "pretty"] as const) expect(logged(format, false, fields)).not.toContain("123");
  });

  test.each(["json", "pretty"] as const)("counts lines that cannot be written, and continues (%s)", (logFormat) => {
    let text = "";
    let isFull = true;
    const destination = {
      write: (line: string) => {
        if (isFull) throw new Error("ENOSPC");
        text += line;
      },
    };
    const log = createLogger({ logLevel: "info", logFormat }, { isTerminal: false, destination });
    log.info({}, "lost");
    log.error({ error: new Error("x") }, "lost too");
    isFull = false;
    log.info({}, "found");
    expect(log.linesDropped?.()).toBe(2);
    expect(text).toContain("found");
    expect(text).not.toContain("lost");
  });

  test("contains the message of an error", () => {
    const line: { error: { message: string } } = JSON.parse(
      logged("json", false, { error: new Error("disk is full") }),
    );
    expect(line.error.message).toBe("disk is full");
  });
});
