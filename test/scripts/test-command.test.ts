import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = join(import.meta.dir, "../../scripts/test.ts");

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
});

/** Runs a suite of these files through `npm test`'s script and returns its exit status and last line. */
async function runSuite(...bodies: readonly string[]): Promise<{ status: number; lastLine: string }> {
  return await runSuiteWith(process.env, ...bodies);
}

async function runSuiteWith(
  env: Readonly<Record<string, string | undefined>>,
  ...bodies: readonly string[]
): Promise<{ status: number; lastLine: string }> {
  for (const [index, body] of bodies.entries()) {
    await Bun.write(
      join(folder, "test", `${index}.test.ts`),
      `import { test, expect, afterAll } from "bun:test";\n${body}`,
    );
  }
  const run = Bun.spawn([process.execPath, SCRIPT], { cwd: folder, env, stdout: "pipe", stderr: "ignore" });
  const lines = (await new Response(run.stdout).text()).trim().split("\n");
  return { status: await run.exited, lastLine: lines.at(-1) ?? "" };
}

test.each([
  ["that passes", 'test("a", () => {}); test("b", () => {});', 0, "2 passed, 0 failed"],
  ["with a skipped test", 'test("a", () => {}); test.skip("b", () => {});', 0, "1 passed, 0 failed, 1 skipped"],
  ["with a failure", 'test("a", () => {}); test("b", () => { expect(1).toBe(2); });', 1, "1 passed, 1 failed"],
  ["that fails in a hook", 'test("a", () => {}); afterAll(() => { throw new Error("b"); });', 1, "1 passed, 1 failed"],
  ["that ends the process with success", 'test("a", () => process.exit(0));', 1, "0 passed, 1 failed"],
  ["that cannot be loaded", 'import "./missing.ts"; test("a", () => {});', 1, "0 passed, 1 failed"],
  ["without tests", "", 1, "0 passed, 1 failed"],
])("a suite %s is counted correctly", async (_title, body, status, lastLine) => {
  expect(await runSuite(body)).toEqual({ status, lastLine });
});

const PASSING = 'test("c", () => Bun.sleep(1)); test("d", () => Bun.sleep(1));';

test.each([
  ["that passes", PASSING, 0, "6 passed, 0 failed"],
  ["that fails", 'test("a", () => { expect(1).toBe(2); });', 1, "4 passed, 1 failed"],
  ["that ends its worker with success", 'test("a", () => process.exit(0));', 1, "4 passed, 1 failed"],
  ["that kills its worker", 'test("a", () => process.kill(process.pid, 9));', 1, "4 passed, 1 failed"],
  ["that cannot be loaded", 'import "./missing.ts"; test("a", () => {});', 1, "4 passed, 1 failed"],
])("files run in parallel: one %s leaves the counts of the others", async (_title, body, status, lastLine) => {
  expect(await runSuite(PASSING, body, PASSING)).toEqual({ status, lastLine });
});

describe("the folder for temporary files of the tests", () => {
  const NOTE = 'test("a", async () => Bun.write("where", (await import("node:os")).tmpdir()));';
  const where = (): string => readFileSync(join(folder, "where"), "utf8");

  test("is removed after the run if it is in memory, also after a test that ends its worker", async () => {
    const { TMPDIR: _, ...env } = process.env;
    expect((await runSuiteWith(env, NOTE, 'test("b", () => process.exit(0));')).status).toBe(1);
    expect(existsSync(where())).toBe(!where().startsWith("/dev/shm/"));
  });

  test("is TMPDIR if that is set", async () => {
    expect((await runSuiteWith({ ...process.env, TMPDIR: folder }, NOTE)).status).toBe(0);
    expect(where()).toBe(folder);
  });

  test("does not keep folders of a run that was killed", async () => {
    const { TMPDIR: _, ...env } = process.env;
    const left = "/dev/shm/needledrop-tests-4194305-left";
    if (!existsSync(dirname(left))) return;
    await Bun.write(join(left, "file"), "");
    await runSuiteWith(env, NOTE);
    expect(existsSync(left)).toBe(false);
  });
});
