import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AsyncResource } from "node:async_hooks";
import { addSetting } from "../../src/app/settings-store.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import { rotateKey } from "../../src/keys/rotate-key.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { hashToken } from "../../src/keys/token.ts";
import { randomId } from "../../src/lib/ids.ts";
import { addUser } from "../../src/users/manage-users.ts";
import { Sessions } from "../../src/users/sessions.ts";
import { findUserByName, pageOfUsers } from "../../src/users/store.ts";
import { HAS_POSTGRES, postgresServer } from "../support/postgres.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

const NOW = 1_000;
const clock = { now: () => NOW };
const SIX = Array.from({ length: 6 }, (_, index) => index);

let db: OpenServiceDb;

describe.each(ENGINES)("users and keys on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  const deps = () => ({ db, clock, newId: randomId });

  test("are found by a part of the name, in the order of their names", async () => {
    for (const name of ["Zoë", "Éva", "anna"]) await addUser(deps(), { name, role: "admin", password: "long enough" });
    const named = async (name: string | null, after: string | null = null) =>
      (await db.read(pageOfUsers(db, { role: "admin", name }, { after, limit: 9 }))).map((user) => user.name);
    expect(await named(null)).toEqual(["anna", "Zoë", "Éva"]);
    expect(await named("ÉV")).toEqual(["Éva"]);
    expect(await named(null, "zoë")).toEqual(["Éva"]);
    const filter = { state: null, mode: "live", name: "éva" } as const;
    const keys = await db.read(new KeyReader(db).page(filter, { now: NOW, after: null, limit: 9 }));
    expect(keys).toHaveLength(1);
  });

  test("are added once by transactions at once, as are settings and the key of the token's holder", async () => {
    const add = () => addUser(deps(), { name: "Zoë", role: "admin", password: "long enough" });
    expect((await Promise.all([add(), add()])).filter((added) => added !== null)).toHaveLength(1);
    expect(await db.read(findUserByName(db, "zoë"))).not.toBeNull();
    const values = await Promise.all(SIX.map((index) => db.write((tx) => addSetting(tx, "secret", `s${index}`))));
    expect(new Set(values).size).toBe(1);
    const sessions = new Sessions({ db, clock, adminToken: "t" });
    const started = await Promise.all(SIX.map(() => sessions.startForTokenHolder()));
    expect(new Set(started.map(({ signedIn }) => signedIn.key.id)).size).toBe(1);
  });
});

test.skipIf(!HAS_POSTGRES)("a rotation at the same time as another one replaces the other one's token", async () => {
  db = await newDbOn("postgres");
  const { key } = await createKey({ db, clock, newId: randomId }, { name: "studio" });
  const server = await postgresServer();
  const rotation = { token: true, secret: false, overlapMs: 5 };
  const begin = AsyncResource.bind(() => rotateKey({ db, clock }, key.id, rotation));
  let second: ReturnType<typeof rotateKey> | null = null;
  const first = await rotateKey(
    {
      db,
      clock,
      *onChange() {
        second = begin();
        while (server.query("select 1 from pg_locks where not granted") === "") yield Bun.sleep(5);
      },
    },
    key.id,
    rotation,
  );
  await (second ?? Promise.reject(new Error("No second rotation.")));
  const row = await db.read(new KeyReader(db).row(key.id));
  expect(row?.previousTokenHash).toBe(first.outcome === "rotated" ? hashToken(first.token ?? "") : "");
  await db.close();
});
