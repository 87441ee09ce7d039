import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { Appliance } from "../support/appliance.ts";
import { isExecutable } from "../support/tested-program.ts";
import { TestCli } from "./setup.ts";

const PLATFORM = `${process.platform}-${process.arch}`;

let cli: TestCli;
let appliance: Appliance;

beforeAll(async () => {
  cli = new TestCli();
  appliance = await Appliance.create();
});

afterAll(async () => {
  await appliance.remove();
});

describe("help", () => {
  test("lists every command", async () => {
    const { status, stdout } = await cli.run("help");
    expect(status).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`  ${command.name} `);
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "of %s is what --help shows",
    async (name, command) => {
      const words = name.split(" ");
      const help = await cli.run("help", ...words);
      const shown = await cli.run(...words, "--help");
      expect([help.status, shown.status]).toEqual([0, 0]);
      expect(help.stdout).toBe(shown.stdout);
      for (const option of command.options) expect(help.stdout).toContain(`--${option.name}`);
      expect(help.stdout).toContain("--data");
    },
  );

  test("of a group shows its commands", async () => {
    expect((await cli.run("help", "keys")).stdout).toContain("needledrop keys revoke KEY [options]");
  });

  test("with --json is the table of commands", async () => {
    const all: { name: string }[] = JSON.parse((await cli.run("help", "--json")).stdout);
    expect(all.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name));
    const [usage] = JSON.parse((await cli.run("help", "usage", "--json")).stdout);
    expect(usage.options).toContainEqual(expect.objectContaining({ name: "csv" }));
  });

  test("of an unknown command refuses and suggests", async () => {
    const { status, stderr } = await cli.run("help", "serv");
    expect(status).toBe(2);
    expect(stderr).toContain("Did you mean `serve`?");
  });

  test("is also the answer to --help, as version is to --version", async () => {
    expect((await cli.run("--help")).stdout).toBe((await cli.run("help")).stdout);
    expect((await cli.run("--version")).stdout).toBe((await cli.run("version")).stdout);
  });
});

describe("a wrong call", () => {
  test("without a command shows the overview on stderr and ends with 2", async () => {
    const { status, stdout, stderr } = await cli.run();
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: needledrop COMMAND");
  });

  test("names the help of its command", async () => {
    const { status, stdout, stderr } = await cli.run("keys", "create", "--nam", "x");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "keys create has no option --nam. Did you mean `--name`?\nSee `needledrop help keys create`.\n",
    );
  });

  test("names the help of its command for a data folder that is a file, too", async () => {
    const file = await cli.file("file", "x");
    const { status, stderr } = await cli.run("keys", "create", "--name", "x", "--data", file);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `--data: expected a folder, and ${file} is a file, got "${file}".\nSee \`needledrop help keys create\`.\n`,
    );
  });

  test("with wrong environment variables reports each mistake", async () => {
    const misled = new TestCli();
    misled.set("NEEDLEDROP_PORT", "http");
    misled.set("NEEDLEDROP_RESULT_LIMIT", "0");
    const { status, stderr } = await misled.run("keys", "list");
    expect(status).toBe(2);
    expect(stderr).toBe(
      'NEEDLEDROP_PORT: expected a whole number from 0 to 65535, got "http".\nNEEDLEDROP_RESULT_LIMIT: expected a whole number from 1 to 100, got "0".\nSee `needledrop help serve`.\n',
    );
  });
});

describe("a command that only reads", () => {
  test.each([
    [["keys", "list"]],
    [["keys", "show", "x"]],
    [["deliveries", "list"]],
    [["usage"]],
    [["search", "rain"]],
    [["backup", "x.tar"]],
    [["reindex"]],
  ])("%j does not create a data folder", async (argv) => {
    const { status, stderr } = await cli.run(...argv, "--data", cli.path("nowhere"));
    expect(status).toBe(1);
    expect(stderr).toContain(`There is no Needledrop data in ${cli.path("nowhere")}`);
  });
});

describe("the program", () => {
  test("version --json prints one document and nothing else", async () => {
    const { status, stdout, stderr } = await appliance.run("version", "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const { commit, ...document }: { readonly commit: unknown } = JSON.parse(stdout);
    // An executable names its commit, if it was built in a repository.
    if (commit !== null) expect([isExecutable, commit]).toEqual([true, expect.any(String)]);
    expect(document).toEqual({
      version: expect.any(String),
      build: isExecutable ? PLATFORM : "checkout",
      bun: Bun.version,
      platform: PLATFORM,
    });
  });

  test("ends without an error when its output is closed", async () => {
    const child = Bun.spawn(
      ["/bin/sh", "-c", `"${process.execPath}" src/main.ts licenses 2>"${appliance.folder}/err" | head -n 1`],
      {
        cwd: `${import.meta.dir}/../..`,
        stdout: "pipe",
      },
    );
    expect(await new Response(child.stdout).text()).toStartWith("====");
    expect(await child.exited).toBe(0);
    expect(await Bun.file(`${appliance.folder}/err`).text()).toBe("");
  });

  test("ends with 1 after a failure and 2 after wrong usage, with the message on stderr", async () => {
    const failed = await appliance.run("keys", "list");
    expect([failed.status, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toStartWith("needledrop keys list: There is no Needledrop data");
    const refused = await appliance.run("keys", "lst");
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
  });
});
