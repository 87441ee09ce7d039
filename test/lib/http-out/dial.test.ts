import { afterEach, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Server } from "node:net";
import { dial } from "../../../src/lib/http-out/dial.ts";
import { FakeTime } from "../../jobs/fake-time.ts";

const OPTIONS = { ca: undefined, timer: new FakeTime() };
/** No server listens on these, except on the last. */
const ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.1"];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server on 127.0.0.1 and counts its connections. */
async function listen(): Promise<{ readonly url: URL; readonly count: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return { url: new URL(`http://hooks.example:${(server.address() as AddressInfo).port}/`), count: () => connections };
}

test("four addresses are tried, and no more", async () => {
  const { url, count } = await listen();
  const { signal } = new AbortController();
  const socket = await dial({ url, addresses: ADDRESSES.slice(1) }, OPTIONS, signal);
  socket.destroy();
  await expect(dial({ url, addresses: ADDRESSES }, OPTIONS, signal)).rejects.toThrow();
  expect(count()).toBe(1);
});

test("an aborted signal ends a connection to an address that does not answer", async () => {
  const signal = AbortSignal.abort(new Error("too late"));
  // An address for documentation (RFC 5737).
  await expect(
    dial({ url: new URL("http://hooks.example/"), addresses: ["192.0.2.1"] }, OPTIONS, signal),
  ).rejects.toThrow("too late");
});
