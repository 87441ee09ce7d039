import { beforeEach, describe, expect, test } from "bun:test";
import { TestCli } from "./setup.ts";

interface UserPrinted {
  readonly id: string;
  readonly key: string;
  readonly password?: string;
}

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});

describe("users add", () => {
  test("generates a password, shows it once, and makes a live key", async () => {
    const user = await cli.json<UserPrinted>("users", "add", "Zoë");
    expect<object>(user).toEqual({
      id: expect.any(String),
      name: "Zoë",
      role: "supervisor",
      key: expect.any(String),
      created_at: expect.any(String),
      password: expect.stringMatching(/^[a-z2-9]{24}$/),
    });
    const key = await cli.json<object>("keys", "show", user.key);
    expect(key).toMatchObject({ name: "Console: Zoë", mode: "live", supervisor: true, images: true, video: true });
  });

  test("takes the password from a file, and does not print it", async () => {
    const file = cli.file("password", "correct horse battery\nsecond line\n");
    const { status, stdout, stderr } = await cli.run("users", "add", "Ann", "--role", "admin", "--password-file", file);
    expect([status, stdout, stderr]).toEqual([0, "Added Ann as admin.\n", ""]);
  });

  test.each([
    [["users", "add", ""], "A user's name has 1 to 64"],
    [["users", "add", "a\tb"], "A user's name has 1 to 64"],
    [["users", "add", "x".repeat(65)], "A user's name has 1 to 64"],
    [["users", "add", "Ann", "--role", "owner"], "expected one of supervisor, admin"],
    [["users", "add", "Ann", "--password-file", "/nothing/there"], "could not read"],
  ])("refuses %j", async (argv, message) => {
    const { status, stderr } = await cli.run(...argv);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("refuses a short password and a name that is taken in another case", async () => {
    const { stderr } = await cli.run("users", "add", "Ann", "--password-file", cli.file("short", "123456789"));
    expect(stderr).toContain("10 to 200 characters, got 9");
    expect((await cli.run("users", "add", "Ann")).status).toBe(0);
    const taken = await cli.run("users", "add", "ANN");
    expect([taken.status, taken.stderr]).toEqual([1, 'needledrop users add: There is already a user "ANN".\n']);
    expect(await cli.json<object[]>("keys", "list")).toHaveLength(1);
  });
});

describe("users list, password and remove", () => {
  test("list the users without their passwords", async () => {
    await cli.run("users", "add", "Bea");
    await cli.run("users", "add", "Ann", "--role", "admin");
    const users = await cli.json<object[]>("users", "list");
    expect(users).toMatchObject([
      { name: "Ann", role: "admin" },
      { name: "Bea", role: "supervisor" },
    ]);
    expect(JSON.stringify(users)).not.toMatch(/argon|password/);
  });

  test("change a password, and remove a user with its key", async () => {
    const { key } = await cli.json<UserPrinted>("users", "add", "Ann");
    const changed = await cli.json<UserPrinted>("users", "password", "ann");
    expect(changed.password).toMatch(/^[a-z2-9]{24}$/);
    expect((await cli.run("users", "remove", "Ann")).stdout).toBe("Removed Ann.\n");
    expect(await cli.json<{ revoked_at: string | null }>("keys", "show", key)).toMatchObject({
      revoked_at: expect.any(String),
    });
    expect(await cli.json<object[]>("users", "list")).toEqual([]);
  });

  test.each(["remove", "password"])("users %s says which users there are", async (verb) => {
    await cli.run("users", "add", "Ann");
    const { status, stderr } = await cli.run("users", verb, "Bea");
    expect([status, stderr]).toEqual([
      1,
      `needledrop users ${verb}: There is no user "Bea"; \`needledrop users list\` shows all users.\n`,
    ]);
  });
});
