import { describe, expect, test } from "bun:test";
import { InvalidPostgresAddress, parsePostgresAddress } from "../../src/lib/postgres-address.ts";

const SECRET = "hunter2";

describe("an address of PostgreSQL", () => {
  test("names the server, the database and the user, and is encrypted", () => {
    expect(parsePostgresAddress(`postgres://nd:${SECRET}@db.example/needledrop`)).toEqual({
      host: "db.example",
      port: 5432,
      database: "needledrop",
      user: "nd",
      password: SECRET,
      isEncrypted: true,
    });
  });

  test("can name another port, characters in hexadecimal, and no encryption", () => {
    expect(parsePostgresAddress("postgresql://nd:a%40b%2F@10.0.0.1:6432/nd%20x?sslmode=disable")).toEqual({
      host: "10.0.0.1",
      port: 6432,
      database: "nd x",
      user: "nd",
      password: "a@b/",
      isEncrypted: false,
    });
  });

  test("can name the folder of a socket, which needs no encryption", () => {
    const found = parsePostgresAddress("postgres://nd@localhost/needledrop?host=/run/postgresql");
    expect(found).toMatchObject({ host: "/run/postgresql", password: "", isEncrypted: false });
  });

  test.each([
    ["mysql://nd@db/x", "it begins with something else"],
    [`postgres://nd:${SECRET}@db:port/x`, "it cannot be parsed"],
    [`postgres://nd:${SECRET}%@db/x`, "a percent sign"],
    [`postgres://nd:${SECRET}@db`, "the database is missing"],
    ["postgres://db/x", "the user is missing"],
    [`postgres://nd:${SECRET}@/x`, "it cannot be parsed"],
    [`postgres://nd:${SECRET}@db/x?sslmode=prefer`, "sslmode is neither"],
    [`postgres://nd:${SECRET}@db/x?options=-c`, "only the parameters"],
  ])("%s is refused without quoting it", (text, reason) => {
    const parse = (): unknown => parsePostgresAddress(text);
    expect(parse).toThrow(InvalidPostgresAddress);
    expect(parse).toThrow(reason);
    expect(parse).not.toThrow(SECRET);
  });
});
