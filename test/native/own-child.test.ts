import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { runOwnChild, type OwnChild, OwnChildFailed, readRequest } from "../../src/native/own-child.ts";

setDefaultTimeout(60_000);

const VERSION = {
  command: ["version", "--json"],
  answer: Type.Object({ version: Type.String() }),
  limits: { timeoutMs: 20_000, memoryBytesMax: 2_000_000_000, countsDataOnly: true, outputBytesMax: 10_000 },
  priority: "request",
  failure: "The version is not known",
} as const satisfies OwnChild<ReturnType<typeof Type.Object>>;

describe("a child of this program", () => {
  test("returns an answer that matches the schema", async () => {
    expect((await runOwnChild(VERSION, null)).version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("fails if its answer does not match the schema", async () => {
    const child = { ...VERSION, answer: Type.Object({ version: Type.Integer() }) };
    await expect(runOwnChild(child, null)).rejects.toThrow(/^The version is not known \(exit status 0\)/);
  });

  test("fails with the text of its stderr", async () => {
    const child = { ...VERSION, command: ["version", "--colour"] as const };
    await expect(runOwnChild(child, null)).rejects.toThrow(/exit status 2.*--colour/s);
  });

  test("is ended at its time limit, and the failure says so", async () => {
    const child = { ...VERSION, limits: { ...VERSION.limits, timeoutMs: 1 } };
    await expect(runOwnChild(child, null)).rejects.toMatchObject({ name: "OwnChildFailed", end: "timed-out" });
  });

  test("fails if its answer is longer than its limit", async () => {
    const child = { ...VERSION, limits: { ...VERSION.limits, outputBytesMax: 1 } };
    await expect(runOwnChild(child, null)).rejects.toBeInstanceOf(OwnChildFailed);
  });

  test("is ended by the signal", async () => {
    const signal = AbortSignal.abort(new Error("the server stops"));
    await expect(runOwnChild(VERSION, null, signal)).rejects.toThrow("the server stops");
  });
});

test("a request is checked against its schema", () => {
  const schema = Type.Object({ path: Type.String() });
  expect(readRequest(schema, '{"path":"/a"}')).toEqual({ path: "/a" });
  for (const text of ["", "{", "{}", '{"path":1}']) expect(() => readRequest(schema, text)).toThrow("expected form");
});
