import { afterEach, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { connectPostgres, type PostgresClient, statement } from "../../src/db/postgres-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let server: Server | null = null;
let client: PostgresClient | null = null;

afterEach(async () => {
  await client?.end({ timeout: 0 });
  server?.close();
});

/** Starts a server that treats each connection like this, and returns a client of it and the pauses of the client, which take no time. */
async function clientOf(onConnection: (socket: Socket) => void): Promise<readonly number[]> {
  const started = createServer(onConnection);
  server = started;
  await new Promise<void>((resolve) => void started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const pauses: number[] = [];
  const timer = {
    after: (ms: number, effect: () => void) => {
      // The limit of an attempt.
      if (ms === 10_000) return () => undefined;
      if (ms > 0) pauses.push(ms);
      const immediate = setImmediate(effect);
      return () => clearImmediate(immediate);
    },
  };
  const at = { host: "127.0.0.1", port: address.port, user: "a", password: "", database: "a", isEncrypted: false };
  client = connectPostgres(at, { connections: 1, timer });
  return pauses;
}

async function failureCode(): Promise<unknown> {
  if (client === null) throw new Error("no client");
  return await statement(client, "select 1", []).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}

/** Ends a connection as a server does that is starting. */
function refuse(socket: Socket): void {
  const fields = "SFATAL\0C57P03\0Mstarting up\0\0";
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + fields.length);
  socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)]));
}

test.each([1, 2, 3, 4, 5, 6])(
  "after %d attempts without a server, the first connection begins anew",
  async (attempts) => {
    const host = temporaryFolder();
    client = connectPostgres(
      { host, port: 5432, user: "a", password: "", database: "a", isEncrypted: false },
      { connections: 1, isPermanent: true },
    );
    for (let attempt = 0; attempt < attempts; attempt += 1) expect(await failureCode()).toBe("ENOENT");
    const firsts: Buffer[] = [];
    server = createServer((socket) => {
      socket.once("data", (first) => {
        firsts.push(Buffer.from(first));
        refuse(socket);
      });
    });
    await new Promise<void>((resolve) => void server?.listen(join(host, ".s.PGSQL.5432"), resolve));
    expect(await failureCode()).toBe("57P03");
    expect(firsts).toHaveLength(1);
    expect(firsts.map((first) => first.readInt32BE(0))).toEqual(firsts.map((first) => first.length));
  },
);

test("a peer that closes connections at once gets a few, further and further apart, and the statement fails", async () => {
  let connections = 0;
  const pauses = await clientOf((socket) => {
    connections += 1;
    socket.destroy();
  });
  expect(await failureCode()).toBe("CONNECTION_REFUSED");
  expect([connections, pauses]).toEqual([3, [50, 100]]);
  for (let more = 0; more < 6; more += 1) expect(await failureCode()).toBe("CONNECTION_REFUSED");
  expect(connections).toBe(9);
  expect(pauses.slice(2)).toEqual([200, 400, 800, 1_600, 2_000, 2_000]);
});

test("a connection that the server refuses with a word ends the pauses", async () => {
  let connections = 0;
  const pauses = await clientOf((socket) => {
    connections += 1;
    if (connections < 3) return void socket.destroy();
    refuse(socket);
  });
  expect(await failureCode()).toBe("57P03");
  expect(await failureCode()).toBe("57P03");
  expect([connections, pauses]).toEqual([4, [50, 100]]);
});

test("a client that is closed while it pauses connects no more", async () => {
  let connections = 0;
  const paused = Promise.withResolvers<() => void>();
  await clientOf((socket) => {
    connections += 1;
    socket.destroy();
  });
  const at = server?.address();
  if (typeof at !== "object" || at === null || at === undefined) throw new Error("no port");
  const timer = {
    after: (ms: number, effect: () => void) => {
      if (ms > 0 && ms < 10_000) paused.resolve(effect);
      else if (ms === 0) setImmediate(effect);
      return () => undefined;
    },
  };
  const address = { host: "127.0.0.1", port: at.port, user: "a", password: "", database: "a", isEncrypted: false };
  const pausing = connectPostgres(address, { connections: 1, timer });
  const failed = statement(pausing, "select 1", []).catch(() => "failed");
  const resume = await paused.promise;
  await pausing.end({ timeout: 0 });
  resume();
  expect(await failed).toBe("failed");
  expect(connections).toBe(1);
});
