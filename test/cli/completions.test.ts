import { beforeAll, describe, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { TestCli } from "./setup.ts";

let cli: TestCli;
beforeAll(() => {
  cli = new TestCli();
});

/** Returns what bash offers for a command line whose last word is being typed. */
async function offered(...line: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await cli.run("completions", "bash");
  const list = line.map((word) => `'${word}'`).join(" ");
  const script = `${stdout}\nCOMP_WORDS=(${list}); COMP_CWORD=${line.length - 1}; _needledrop; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout: printed, stderr } = Bun.spawnSync(["bash", "-c", script], { cwd: cli.folder });
  expect(stderr.toString()).toBe("");
  return printed
    .toString()
    .split("\n")
    .filter((word) => word !== "");
}

describe("completions bash", () => {
  test("offers the commands", async () => {
    const first = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""))];
    expect(await offered("needledrop", "")).toEqual(first);
    expect(await offered("needledrop", "key")).toEqual(["keys"]);
  });

  test("offers the second word of a command", async () => {
    expect(await offered("needledrop", "keys", "re")).toEqual(["revoke"]);
  });

  test("offers the options of a command", async () => {
    expect(await offered("needledrop", "keys", "create", "--n")).toContain("--name");
    expect(await offered("needledrop", "serve", "--tls-c")).toEqual(["--tls-cert"]);
  });

  test("offers files for a path", async () => {
    cli.file("dump.jsonl", "");
    expect(await offered("needledrop", "import", "dum")).toEqual(["dump.jsonl"]);
    expect(await offered("needledrop", "serve", "--config", "dum")).toEqual(["dump.jsonl"]);
  });
});

describe.each(["bash", "zsh", "fish"])("completions %s", (shell) => {
  const path = Bun.which(shell);
  test.skipIf(path === null)("is a valid script", async () => {
    const file = cli.file(`script.${shell}`, (await cli.run("completions", shell)).stdout);
    const { stderr, exitCode } = Bun.spawnSync([path ?? "", "-n", file]);
    expect(`${exitCode} ${stderr.toString()}`).toBe("0 ");
  });

  test("names every command and option", async () => {
    const { stdout } = await cli.run("completions", shell);
    for (const { name, options } of COMMANDS) {
      for (const word of name.split(" ")) expect(stdout).toContain(word);
      for (const option of options) expect(stdout).toContain(option.name);
    }
  });
});

test("completions refuses another shell", async () => {
  const { status, stderr } = await cli.run("completions", "tcsh");
  expect(status).toBe(2);
  expect(stderr).toContain('completions: expected one of bash, zsh, fish, got "tcsh".');
});
