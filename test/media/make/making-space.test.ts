import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { MakingSpace, NoSpace } from "../../../src/media/make/making-space.ts";
import type { Source } from "../../../src/media/make/sources.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const MIB = 1024 ** 2;

test("the log says once that there is no space, although small files fit, and again after there was some", async () => {
  const folder = new TestFolder();
  const fileOf = (name: string, bytes: number): Source => {
    writeFileSync(folder.to(name), new Uint8Array(bytes));
    return { kind: "file", digest: "0".repeat(64), path: folder.to(name) };
  };
  const small = fileOf("small.wav", 1_000);
  const large = fileOf("large.wav", 20 * MIB);
  const logged: string[] = [];
  let free = 300 * MIB;
  const log = { error: (_: unknown, message: string) => void logged.push(message) };
  const space = new MakingSpace(() => free, log as never);
  const make = (source: Source): Promise<unknown> =>
    space.through({ kind: "wav", source: "a" } as never, [source], async () => "made").catch((error: unknown) => error);
  expect(await make(large)).toBeInstanceOf(NoSpace);
  expect(await make(small)).toBe("made");
  expect(await make(large)).toBeInstanceOf(NoSpace);
  expect(logged).toHaveLength(1);
  free = 2_000 * MIB;
  expect(await make(large)).toBe("made");
  free = 300 * MIB;
  expect(await make(large)).toBeInstanceOf(NoSpace);
  expect(logged).toHaveLength(2);
});
