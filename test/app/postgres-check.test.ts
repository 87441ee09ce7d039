import { expect, test } from "bun:test";
import { checkPostgres } from "../../src/app/checks/postgres.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";

const clock = { now: () => Date.now() };

test("a database that cannot be reached is a failure, and its password is not shown", async () => {
  const address = "postgres://ned:secret@127.0.0.1:1/db?sslmode=disable";
  const checks = await checkPostgres({ address, ca: null }, clock);
  expect(checks).toMatchObject([{ name: "database", status: "fail", detail: expect.stringContaining("ECONNREFUSED") }]);
  expect(JSON.stringify(checks)).not.toContain("secret");
});

test.skipIf(!HAS_POSTGRES)("a database is described, and a schema and a clock that differ are named", async () => {
  const address = await newPostgresAddress();
  const server = await postgresServer();
  const name = new URL(address).pathname.slice(1);
  const statuses = async (now: () => number): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await checkPostgres({ address, ca: null }, { now })).map((check) => [check.name, check.status]),
    );
  expect(await statuses(clock.now)).toEqual({
    database: "ok",
    schema: "ok",
    "database clock": "ok",
    transactions: "ok",
  });
  expect((await statuses(() => Date.now() - 60_000))["database clock"]).toBe("warn");
  server.query("update schema_version set applied = applied + 1", name);
  expect((await statuses(clock.now))["schema"]).toBe("fail");
  server.query("update schema_version set applied = 1", name);
  expect((await statuses(clock.now))["schema"]).toBe("warn");
  server.query("drop table schema_version", name);
  expect((await statuses(clock.now))["schema"]).toBe("warn");
});
