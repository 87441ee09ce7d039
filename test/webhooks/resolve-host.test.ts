import { afterEach, describe, expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";
import { hostResolver, queryDns } from "../../src/webhooks/resolve-host.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const NEVER = new AbortController().signal;
const FIRST = [{ address: "192.0.2.1", family: 4 }];
const SECOND = [{ address: "192.0.2.2", family: 4 }];
const silent = (): Promise<never> => new Promise(() => undefined);
const failing = (reason: string) => (): Promise<never> => Promise.reject(new Error(reason));
const answering = (addresses: typeof FIRST) => (): Promise<typeof FIRST> => Promise.resolve(addresses);

describe("a name", () => {
  test("of /etc/hosts is found without a name server", async () => {
    const found = await hostResolver({ timer: new FakeTime(), second: silent })("localhost", NEVER);
    expect(["127.0.0.1", "::1"]).toContain(found[0]?.address ?? "");
  });

  test("that the first resolver knows is not queried twice", async () => {
    const resolve = hostResolver({ timer: new FakeTime(), first: answering(FIRST), second: failing("asked twice") });
    expect(await resolve("hooks.example", NEVER)).toEqual(FIRST);
  });

  test("that the first resolver does not know is queried again, with the current name servers", async () => {
    const resolve = hostResolver({ timer: new FakeTime(), first: failing("ECONNREFUSED"), second: answering(SECOND) });
    expect(await resolve("hooks.example", NEVER)).toEqual(SECOND);
  });

  test("is queried again if the first resolver is late, and the first answer counts", async () => {
    const time = new FakeTime();
    const late = Promise.withResolvers<typeof FIRST>();
    const resolve = hostResolver({ timer: time, first: () => late.promise, second: silent });
    const found = resolve("hooks.example", NEVER);
    await time.pass(3_000);
    late.resolve(FIRST);
    expect(await found).toEqual(FIRST);
    const other = hostResolver({ timer: time, first: silent, second: answering(SECOND) })("hooks.example", NEVER);
    await time.pass(2_000);
    expect(await other).toEqual(SECOND);
  });

  test("that no resolver knows is an error, with the second resolver's reason", async () => {
    const resolve = hostResolver({ timer: new FakeTime(), first: failing("one"), second: failing("other") });
    expect(await resolve("hooks.example", NEVER).catch((error: Error) => error.message)).toBe("other");
  });
});

describe("a name server", () => {
  let server: Socket | null = null;
  afterEach(() => void server?.close());

  /** Answers `good.…` with 192.0.2.7 and no IPv6 address, and never answers other names. */
  async function serve(): Promise<readonly string[]> {
    const socket = createSocket("udp4");
    server = socket;
    socket.on("message", (query, from) => {
      const question = query.subarray(12, query.indexOf(0, 12) + 5);
      if (query.toString("latin1", 13, 17) !== "good") return;
      const isV4 = question.at(-3) === 1;
      const counts = Buffer.from([0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
      const head = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80]), counts, question]);
      socket.send(isV4 ? Buffer.concat([head, answer]) : head, from.port, from.address);
    });
    await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
    return [`127.0.0.1:${socket.address().port}`];
  }

  test("that never answers for some names delays neither another name nor a file", async () => {
    const servers = await serve();
    const stop = new AbortController();
    const hanging = Array.from({ length: 40 }, (_, index) => queryDns(`hangs-${index}.example`, stop.signal, servers));
    const ended = Promise.allSettled(hanging);
    expect(await queryDns("good.example", NEVER, servers)).toEqual([{ address: "192.0.2.7", family: 4 }]);
    expect(await Bun.file(import.meta.path).exists()).toBe(true);
    stop.abort();
    expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
  });
});
